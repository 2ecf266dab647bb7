#include "base/fault.hpp"
#include "execute/access.hpp"

// Two instructions in one (VOPD): both read their sources before one writes. Source: AMD, "RDNA 3
// Instruction Set Architecture", chapter on dual issue.

namespace amd_emulator {
namespace {

template <unsigned first>
void run_in_order(Wave& wave, const Instruction& instruction) {
  const Instruction* const* const parts = instruction.parts;
  parts[first]->run(wave, *parts[first]);
  parts[1 - first]->run(wave, *parts[1 - first]);
}

/// Each reads the register that the other writes.
void run_crossed(Wave& wave, const Instruction& instruction) {
  constexpr std::size_t bytes = sizeof(u32) * max_lanes;
  const Instruction* const* const parts = instruction.parts;
  u32* const x = wave.vector_register(parts[0]->operand[0].index);
  LaneBuffer before;
  LaneBuffer result;
  std::memcpy(before.words, x, bytes);
  parts[0]->run(wave, *parts[0]);
  std::memcpy(result.words, x, bytes);
  std::memcpy(x, before.words, bytes);
  parts[1]->run(wave, *parts[1]);
  std::memcpy(x, result.words, bytes);
}

/// Whether a part reads the register that the other one writes.
bool reads_result(const Instruction& reader, const Instruction& writer) {
  for (unsigned number = 1; number < reader.operands; ++number) {
    const Operand& operand = reader.operand[number];
    if (operand.kind == OperandKind::vector && operand.index == writer.operand[0].index)
      return true;
  }
  return false;
}

void prepare_dual(Instruction& instruction, const Preparation&) {
  const Instruction& x = *instruction.parts[0];
  const Instruction& y = *instruction.parts[1];
  if (!reads_result(y, x)) return;  // X, then Y
  instruction.run = reads_result(x, y) ? run_crossed : run_in_order<1>;
}

}  // namespace

void add_dual(Table& t) { t.add("v_dual", {.run = run_in_order<0>, .prepare = prepare_dual}); }

}  // namespace amd_emulator
