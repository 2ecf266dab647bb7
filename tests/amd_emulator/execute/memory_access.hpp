#pragma once

#include "base/fault.hpp"
#include "execute/access.hpp"
#include "machine/race_detector.hpp"

// Addresses of memory instructions. Source: LLVM's "User Guide for AMDGPU Backend", "Address
// Spaces", and AMD's "Vega 7nm" and "RDNA 2" instruction set documents, chapters on vector memory
// and flat memory instructions.

namespace amd_emulator {

/// @throws Fault naming the address if it lies outside of the known memory
u8* find_global_memory(Wave& wave, u64 address, u64 bytes);

/// Returns where global memory is in this process.
inline u8* global_memory(Wave& wave, u64 address, u64 bytes) {
  if (wave.recent.contains(address, bytes)) return reinterpret_cast<u8*>(address);
  return find_global_memory(wave, address, bytes);
}

/// Returns a lane's scratch.
u8* scratch_memory(Wave& wave, unsigned lane, u64 offset, u64 bytes);

/// Returns LDS. @throws Fault for bytes outside of the block's
u8* shared_memory(Wave& wave, u64 offset, u64 bytes);

/// Tells the race detector of an access of one lane; scratch has no races.
void note_race(Wave& wave, const u8* memory, u64 bytes, AccessKind kind);

inline void note_access(Wave& wave, const u8* memory, u64 bytes, AccessKind kind) {
  if (wave.block->global_races != nullptr) [[unlikely]]
    note_race(wave, memory, bytes, kind);
}

enum class Space : u8 { flat, global, scratch, buffer };

/// The addresses of all lanes. Those of scratch are offsets.
struct Addresses {
  u64 lane[max_lanes];
  bool is_scratch = false;  ///< All of them, for the space `buffer`.
  u64 buffer_begin = 0;     ///< Of a buffer: accesses outside of it do nothing.
  u64 buffer_bytes = ~u64{0};
};

/// @param number  the operand of the address; the scalar base is the last operand
void compute_addresses(Wave& wave, const Instruction& instruction, Space space, unsigned number,
                       Addresses& to);

/// Returns where a lane's bytes are; null outside of a buffer.
inline u8* lane_memory(Wave& wave, Space space, const Addresses& addresses, unsigned lane,
                       u64 bytes) {
  const u64 address = addresses.lane[lane];
  if (space == Space::global) return global_memory(wave, address, bytes);
  if (space == Space::scratch || addresses.is_scratch)
    return scratch_memory(wave, lane, address, bytes);
  if (space == Space::buffer) {
    const u64 offset = address - addresses.buffer_begin;
    if (offset + bytes > addresses.buffer_bytes) return nullptr;
    return global_memory(wave, address, bytes);
  }
  if (high_word(address) == shared_aperture) return shared_memory(wave, low_word(address), bytes);
  if (high_word(address) == private_aperture)
    return scratch_memory(wave, lane, low_word(address), bytes);
  return global_memory(wave, address, bytes);
}

}  // namespace amd_emulator
