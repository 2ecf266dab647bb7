#include "run/counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <string_view>

#include "decode/instruction.hpp"
#include "machine/wave.hpp"

namespace amd_emulator {
namespace {

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes,
                             [&](std::string_view prefix) { return text.starts_with(prefix); });
}

bool is_memory(std::string_view text) {
  return begins_with_any(text, {"global_", "flat_", "scratch_", "buffer_", "tbuffer_", "s_load_",
                                "s_store_", "s_buffer_", "s_scratch_", "s_atomic_"});
}

bool is_matrix(std::string_view text) {
  return begins_with_any(text, {"v_mfma", "v_smfma", "v_wmma", "v_swmma"});
}

/// The register of an LDS instruction's addresses; null if it does not read or write LDS.
const Operand* address_of(const Instruction& instruction) {
  const std::string_view text = instruction.text;
  if (begins_with_any(text, {"ds_bpermute", "ds_permute", "ds_swizzle", "ds_nop", "ds_gws"}))
    return nullptr;
  const bool has_result = begins_with_any(text, {"ds_read", "ds_load"}) ||
                          text.substr(0, text.find(' ')).find("_rtn") != std::string_view::npos;
  const Operand& address = instruction.operand[has_result ? 1 : 0];
  return address.kind == OperandKind::vector ? &address : nullptr;
}

/// LDS has 32 banks of words and serves 32 lanes at a time, each bank one word. Source: AMD, "RDNA
/// 2 Instruction Set Architecture", chapter on the local data share.
u64 bank_conflicts(const Wave& wave, const Instruction& instruction) {
  constexpr unsigned banks = 32;
  const Operand* const address = address_of(instruction);
  if (address == nullptr) return 0;
  const u32* const offsets = wave.vector + std::size_t{address->index} * max_lanes;
  u64 conflicts = 0;
  for (unsigned first = 0; first < wave.lanes; first += banks) {
    std::array<std::set<u32>, banks> words;
    std::size_t most = 1;
    for (unsigned lane = first; lane < std::min(first + banks, wave.lanes); ++lane) {
      if ((wave.exec() >> lane & 1) == 0) continue;
      const u32 word = (offsets[lane] + static_cast<u32>(instruction.offset)) / 4;
      std::set<u32>& bank = words[word % banks];
      bank.insert(word);
      most = std::max(most, bank.size());
    }
    conflicts += most - 1;
  }
  return conflicts;
}

}  // namespace

RunCounts& RunCounts::operator+=(const RunCounts& other) {
  for (u64 RunCounts::*member :
       {&RunCounts::waves, &RunCounts::instructions, &RunCounts::vector, &RunCounts::scalar,
        &RunCounts::memory, &RunCounts::matrix, &RunCounts::shared, &RunCounts::bank_conflicts,
        &RunCounts::lanes, &RunCounts::idle_lanes})
    this->*member += other.*member;
  return *this;
}

void count(const Wave& wave, const Instruction& instruction, RunCounts& counts) {
  const std::string_view text = instruction.text;
  if (is_memory(text)) {
    ++counts.memory;
  } else if (text.starts_with("ds_")) {
    ++counts.shared;
    counts.bank_conflicts += bank_conflicts(wave, instruction);
  } else if (is_matrix(text)) {
    ++counts.matrix;
  } else if (text.starts_with("v_")) {
    ++counts.vector;
    counts.lanes += wave.lanes;
    counts.idle_lanes += wave.lanes - static_cast<unsigned>(std::popcount(wave.exec()));
  } else {
    ++counts.scalar;
  }
}

}  // namespace amd_emulator
