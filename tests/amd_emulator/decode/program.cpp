#include "decode/program.hpp"

#include <fmt/format.h>

#include "base/fault.hpp"
#include "decode/parse.hpp"
#include "decode/semantics.hpp"

namespace amd_emulator {
namespace {

constexpr u64 alignment = 4;  // of instructions

/// The distance of a branch: the operand counts words from the next instruction.
u64 target_of(const Instruction& branch) {
  const Operand& distance = branch.operand[branch.operands - 1];
  return branch.end() + static_cast<u64>(i64{static_cast<i16>(distance.bits)} * 4);
}

bool is_branch(const std::string& mnemonic) {
  return mnemonic.starts_with("s_branch") || mnemonic.starts_with("s_cbranch") ||
         mnemonic == "s_call_b64" || mnemonic.starts_with("s_subvector_loop");
}

}  // namespace

Program::Program(const CodeObject& code, unsigned wave_size)
    : code_(code), wave_size_(wave_size), disassembler_(code.target().processor, wave_size) {
  for (const Range& range : code.code()) {
    segments_.push_back(
        {range, std::make_unique<std::atomic<const Instruction*>[]>(range.bytes / alignment + 1)});
  }
}

const Instruction& Program::at(u64 address) {
  for (const Segment& segment : segments_) {
    if (!segment.range.contains(address, alignment) || address % alignment != 0) continue;
    auto& place = segment.instructions[(address - segment.range.begin) / alignment];
    const Instruction* known = place.load(std::memory_order_acquire);
    if (known != nullptr) return *known;
    const std::scoped_lock lock(mutex_);
    known = place.load(std::memory_order_relaxed);
    if (known == nullptr) {
      known = &decode(address);
      place.store(known, std::memory_order_release);
    }
    return *known;
  }
  throw Fault(fmt::format("a branch leads to {:#x}, where no code is", address));
}

const Instruction& Program::from_text(const std::string& text) {
  const std::scoped_lock lock(mutex_);
  Instruction& instruction = instructions_.emplace_back();
  fill_line(instruction, text);
  // That is where data share instructions have their offset.
  instruction.low_half = static_cast<u32>(instruction.offset);
  return instruction;
}

u64 Program::bytes_at(u64 address) {
  const std::scoped_lock lock(mutex_);
  const std::size_t bytes = disassembler_.decode(code_.code_from(address), address).bytes;
  return bytes == 0 ? alignment : bytes;
}

const Instruction& Program::decode(u64 address) {
  const auto bytes = code_.code_from(address);
  const Disassembler::Line line = disassembler_.decode(bytes, address);
  if (line.bytes == 0) throw Fault("these bytes are no instruction");
  Instruction& instruction = instructions_.emplace_back();
  instruction.address = address;
  instruction.bytes = static_cast<u8>(line.bytes);
  instruction.low_half = static_cast<u32>(bytes[0] | bytes[1] << 8);
  try {
    fill_line(instruction, line.text);
  } catch (const Fault& fault) {
    throw Fault(fmt::format("'{}': {}", line.text, fault.what()));
  }
  return instruction;
}

void Program::prepare(Instruction& instruction, const std::string& mnemonic) {
  const Semantics* const semantics = find_semantics(mnemonic);
  if (semantics == nullptr) throw Fault("the instruction is not emulated");
  instruction.run = semantics->run;
  if (semantics->prepare == nullptr) return;
  const Preparation preparation{*this, code_.target(), wave_size_};
  semantics->prepare(instruction, preparation);
}

void Program::fill(Instruction& instruction, const std::string& text) {
  const std::string mnemonic = parse_instruction(text, wave_size_, instruction);
  if (is_branch(mnemonic)) instruction.target_address = target_of(instruction);
  prepare(instruction, mnemonic);
}

/// Fills an instruction, or two in one.
void Program::fill_line(Instruction& instruction, const std::string& text) {
  const std::size_t separator = text.find(" :: ");
  if (separator == std::string::npos) {
    fill(instruction, text);
  } else {
    instruction.text = text;
    fill_part(instruction, 0, text.substr(0, separator));
    fill_part(instruction, 1, text.substr(separator + 4));
    prepare(instruction, "v_dual");
  }
}

/// One of two instructions in one: "v_dual_add_f32 …" is a v_add_f32.
void Program::fill_part(Instruction& whole, unsigned number, const std::string& text) {
  constexpr std::string_view prefix = "v_dual_";
  if (!text.starts_with(prefix)) throw Fault("a part of it is not known");
  Instruction& part = instructions_.emplace_back();
  fill(part, "v_" + text.substr(prefix.size()));
  whole.parts[number] = &part;
}

const u32* Program::broadcast(u64 value) {
  auto& entry = constants_[value];
  if (!entry) {
    entry = std::make_unique<Lanes>();
    for (unsigned lane = 0; lane < max_lanes; ++lane) {
      entry->words[lane] = low_word(value);
      entry->words[max_lanes + lane] = high_word(value);
    }
  }
  return entry->words;
}

}  // namespace amd_emulator
