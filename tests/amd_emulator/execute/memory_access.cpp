#include "execute/memory_access.hpp"

#include <fmt/format.h>

namespace amd_emulator {
namespace {

/// Where the registers of an address lie: 64 bits, or 32 bits that are added to a scalar base.
void compute_global(Wave& wave, const Instruction& i, unsigned number, Addresses& to) {
  const Operand& address = i.operand[number];
  const Operand& base = i.operand[i.operands - 1];
  const auto offset = static_cast<u64>(i64{i.offset});
  const bool has_base = i.operands > number + 1 && base.kind == OperandKind::scalar &&
                        base.words == 2 && address.words == 1;
  if (address.kind != OperandKind::vector) throw Fault("the form of the address is not emulated");
  const u32* const low = wave.vector_register(address.index);
  if (has_base) {
    const u64 start = read_scalar<u64>(wave, base) + offset;
    for (unsigned lane = 0; lane < max_lanes; ++lane) to.lane[lane] = start + low[lane];
  } else {
    const u32* const high = low + max_lanes;
    for (unsigned lane = 0; lane < max_lanes; ++lane)
      to.lane[lane] = join(low[lane], high[lane]) + offset;
  }
}

void compute_scratch(Wave& wave, const Instruction& i, unsigned number, Addresses& to) {
  const Operand& address = i.operand[number];
  const Operand& base = i.operand[i.operands - 1];
  u32 start = static_cast<u32>(i.offset);
  if (base.kind == OperandKind::scalar) start += read_scalar<u32>(wave, base);
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    const u32 own =
        address.kind == OperandKind::vector ? wave.vector_register(address.index)[lane] : 0;
    to.lane[lane] = start + own;
  }
}

/// Operands: data, address, descriptor of four registers, scalar offset.
void compute_buffer(Wave& wave, const Instruction& i, unsigned number, Addresses& to) {
  const u32* const descriptor = &wave.scalar[i.operand[number + 1].index];
  const u64 base = join(descriptor[0], descriptor[1] & 0xffff);
  const u64 stride = descriptor[1] >> 16 & 0x3fff;
  u64 start = read_scalar<u32>(wave, i.operand[number + 2]);
  to.is_scratch = high_word(base) == scratch_buffer_mark;
  if (to.is_scratch) {
    // The scalar offset counts the bytes of all lanes.
    start = start / wave.lanes + low_word(base) / wave.lanes;
  } else {
    to.buffer_begin = base;
    to.buffer_bytes = stride == 0 ? descriptor[2] : descriptor[2] * stride;
    start += base;
  }
  start += static_cast<u64>(i64{i.offset});
  const unsigned address = i.operand[number].index;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    u64 own = 0;
    if (i.has_index_register) own += stride * wave.vector_register(address)[lane];
    if (i.has_offset_register)
      own += wave.vector_register(address + (i.has_index_register ? 1 : 0))[lane];
    to.lane[lane] = to.is_scratch ? low_word(start + own) : start + own;
  }
}

}  // namespace

u8* find_global_memory(Wave& wave, u64 address, u64 bytes) {
  const Range range = wave.block->memory->find(address, bytes);
  if (range.bytes == 0) {
    throw Fault(fmt::format("{} bytes at an address outside of all memory: {}", bytes,
                            wave.block->memory->describe(address)),
                FaultKind::address);
  }
  wave.recent = range;
  return reinterpret_cast<u8*>(address);
}

u8* scratch_memory(Wave& wave, unsigned lane, u64 offset, u64 bytes) {
  if (offset > wave.scratch_bytes || bytes > wave.scratch_bytes - offset) {
    throw Fault(fmt::format("{} bytes at offset {} of scratch, which has {} bytes a lane", bytes,
                            offset, wave.scratch_bytes),
                FaultKind::address);
  }
  return wave.scratch + std::size_t{lane} * wave.scratch_bytes + offset;
}

u8* shared_memory(Wave& wave, u64 offset, u64 bytes) {
  const Block& block = *wave.block;
  if (offset > block.lds_bytes || bytes > block.lds_bytes - offset) {
    throw Fault(fmt::format("{} bytes at offset {} of shared memory, which has {} bytes", bytes,
                            offset, block.lds_bytes),
                FaultKind::address);
  }
  return block.lds + offset;
}

void note_race(Wave& wave, const u8* memory, u64 bytes, AccessKind kind) {
  const Range scratch{reinterpret_cast<u64>(wave.scratch), u64{wave.scratch_bytes} * wave.lanes};
  const auto address = reinterpret_cast<u64>(memory);
  if (scratch.contains(address, bytes)) return;
  const Block& block = *wave.block;
  const Access access{.block = block.number,
                      .phase = block.barrier_phase,
                      .wave = static_cast<u16>(wave.index_in_block),
                      .kind = kind};
  const Range shared{reinterpret_cast<u64>(block.lds), block.lds_bytes};
  if (shared.contains(address, bytes))
    block.shared_races->note(address - shared.begin, bytes, access);
  else
    block.global_races->note(address, bytes, access);
}

void compute_addresses(Wave& wave, const Instruction& instruction, Space space, unsigned number,
                       Addresses& to) {
  switch (space) {
    case Space::scratch: compute_scratch(wave, instruction, number, to); break;
    case Space::buffer: compute_buffer(wave, instruction, number, to); break;
    default: compute_global(wave, instruction, number, to); break;
  }
}

}  // namespace amd_emulator
