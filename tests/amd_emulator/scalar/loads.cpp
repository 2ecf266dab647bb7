#include "execute/memory_access.hpp"
#include "execute/scalar.hpp"

// Source: AMD, "Vega 7nm Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture",
// chapters on scalar memory instructions.

namespace amd_emulator {
namespace {

/// The address: base, plus an offset that is a constant or a register.
u64 byte_address(const Wave& wave, const Instruction& instruction) {
  u64 address = read_scalar<u64>(wave, instruction.operand[1]);
  if (instruction.operands > 2) {
    const Operand& offset = instruction.operand[2];
    address +=
        offset.kind == OperandKind::constant ? offset.bits : u64{read_scalar<u32>(wave, offset)};
  }
  return address + static_cast<u64>(i64{instruction.offset});
}

u64 address_of(const Wave& wave, const Instruction& instruction) {
  return byte_address(wave, instruction) & ~u64{3};
}

/// A byte or 16 bits, extended.
template <typename T>
void load_part(Wave& wave, const Instruction& instruction) {
  T value;
  std::memcpy(&value, global_memory(wave, byte_address(wave, instruction), sizeof(T)), sizeof(T));
  write_scalar<u32>(wave, instruction.operand[0], static_cast<u32>(static_cast<i32>(value)));
}

template <unsigned words>
void load(Wave& wave, const Instruction& instruction) {
  const u8* const from = global_memory(wave, address_of(wave, instruction), 4 * words);
  std::memcpy(&wave.scalar[instruction.operand[0].index], from, 4 * words);
  if (instruction.operand[0].index == null_register) wave.set_pair(null_register, 0);
}

/// A buffer's descriptor: base, stride and size in bytes or records.
template <unsigned words>
void load_buffer(Wave& wave, const Instruction& instruction) {
  const u32* const descriptor = &wave.scalar[instruction.operand[1].index];
  const u64 base = join(descriptor[0], descriptor[1] & 0xffff);
  const u32 stride = descriptor[1] >> 16 & 0x3fff;
  const u64 bytes = stride == 0 ? descriptor[2] : u64{descriptor[2]} * stride;
  u64 offset = static_cast<u64>(i64{instruction.offset});
  if (instruction.operands > 2) offset += read_scalar<u32>(wave, instruction.operand[2]);
  offset &= ~u64{3};
  for (unsigned word = 0; word < words; ++word, offset += 4) {
    u32 value = 0;  // outside of the buffer
    if (offset + 4 <= bytes) std::memcpy(&value, global_memory(wave, base + offset, 4), 4);
    wave.scalar[instruction.operand[0].index + word] = value;
  }
}

}  // namespace

void add_scalar_loads(Table& t) {
  t.add("s_load_b96", {.run = load<3>});
  t.add("s_buffer_load_b96", {.run = load_buffer<3>});
  t.add("s_load_u8", {.run = load_part<u8>});
  t.add("s_load_i8", {.run = load_part<i8>});
  t.add("s_load_u16", {.run = load_part<u16>});
  t.add("s_load_i16", {.run = load_part<i16>});
  t.add("s_load_dword", {.run = load<1>});
  t.add("s_load_dwordx2", {.run = load<2>});
  t.add("s_load_dwordx4", {.run = load<4>});
  t.add("s_load_dwordx8", {.run = load<8>});
  t.add("s_load_dwordx16", {.run = load<16>});
  t.add("s_buffer_load_dword", {.run = load_buffer<1>});
  t.add("s_buffer_load_dwordx2", {.run = load_buffer<2>});
  t.add("s_buffer_load_dwordx4", {.run = load_buffer<4>});
  t.add("s_buffer_load_dwordx8", {.run = load_buffer<8>});
  t.add("s_buffer_load_dwordx16", {.run = load_buffer<16>});
  for (const char* prefix : {"s_load_", "s_buffer_load_"}) {
    t.alias(std::string(prefix) + "b32", std::string(prefix) + "dword");
    t.alias(std::string(prefix) + "b64", std::string(prefix) + "dwordx2");
    t.alias(std::string(prefix) + "b128", std::string(prefix) + "dwordx4");
    t.alias(std::string(prefix) + "b256", std::string(prefix) + "dwordx8");
    t.alias(std::string(prefix) + "b512", std::string(prefix) + "dwordx16");
  }
}

}  // namespace amd_emulator
