#include "execute/memory_access.hpp"
#include "execute/transfer.hpp"

// Data share instructions that move values between lanes, without memory. Source: AMD, "Vega 7nm
// Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture", chapter on data share
// instructions.

namespace amd_emulator {
namespace {

/// gfx10 and gfx11 permute the lanes of waves of 64 in two halves.
unsigned group_of(const Wave& wave) {
  const int generation = wave.target->generation;
  return generation == 10 || generation == 11 ? 32 : wave.lanes;
}

/// Each lane reads the lane that its address names, in bytes.
void read_lanes(Wave& wave, const Instruction& instruction) {
  const u32* const address = wave.vector_register(instruction.operand[1].index);
  const u32* const from = wave.vector_register(instruction.operand[2].index);
  const unsigned group = group_of(wave);
  LaneBuffer result;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const u32 place = (address[lane] + static_cast<u32>(instruction.offset)) / 4 % group;
    const unsigned source = lane / group * group + place;
    result.words[lane] = (wave.exec() >> source & 1) != 0 ? from[source] : 0;
  }
  merge(wave.vector_register(instruction.operand[0].index), result.words, wave.exec());
}

/// Each lane writes to the lane that its address names.
void write_lanes(Wave& wave, const Instruction& instruction) {
  const u32* const address = wave.vector_register(instruction.operand[1].index);
  const u32* const from = wave.vector_register(instruction.operand[2].index);
  const unsigned group = group_of(wave);
  LaneBuffer result{};
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const u32 place = (address[lane] + static_cast<u32>(instruction.offset)) / 4 % group;
    result.words[lane / group * group + place] = from[lane];
  });
  merge(wave.vector_register(instruction.operand[0].index), result.words, wave.exec());
}

/// The lane that lane `lane` reads, by the offset of ds_swizzle.
unsigned swizzled(unsigned lane, u32 pattern) {
  constexpr u32 rotate = 0xc000;
  constexpr u32 quads = 0x8000;
  const unsigned group = lane & ~31U;
  const unsigned place = lane & 31;
  constexpr u32 fourier = 0xe000;
  if (pattern >= fourier) {
    // The bits of the place in reverse, but those of the mask.
    u32 turned = 0;
    for (unsigned bit = 0; bit < 5; ++bit) turned = turned << 1 | (place >> bit & 1);
    const u32 kept = pattern & 31;
    return group + ((turned >> std::popcount(kept)) | (place & kept));
  }
  if (pattern >= rotate) {
    const unsigned distance = pattern >> 5 & 31;
    const unsigned kept = pattern & 31;
    const bool down = (pattern >> 10 & 1) != 0;
    const unsigned moved = (down ? place - distance : place + distance) & 31;
    return group + ((place & kept) | (moved & ~kept & 31));
  }
  if (pattern >= quads) return (lane & ~3U) + (pattern >> 2 * (lane & 3) & 3);
  return group + ((((place & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31)) & 31);
}

void swizzle(Wave& wave, const Instruction& instruction) {
  const u32* const from = wave.vector_register(instruction.operand[1].index);
  LaneBuffer result;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const unsigned source = swizzled(lane, instruction.low_half);
    result.words[lane] = (wave.exec() >> source & 1) != 0 ? from[source] : 0;
  }
  merge(wave.vector_register(instruction.operand[0].index), result.words, wave.exec());
}

/// Adds the number of active lanes to a counter in LDS, or subtracts it.
template <bool adds>
void count(Wave& wave, const Instruction& instruction) {
  const u64 offset = (wave.scalar[m0_register] & 0xffff) + static_cast<u32>(instruction.offset);
  u8* const memory = shared_memory(wave, offset, sizeof(u32));
  u32 before = 0;
  std::memcpy(&before, memory, sizeof(u32));
  const auto lanes = static_cast<u32>(std::popcount(wave.exec()));
  const u32 after = adds ? before + lanes : before - lanes;
  std::memcpy(memory, &after, sizeof(u32));
  u32* const to = wave.vector_register(instruction.operand[0].index);
  for_each_lane(wave.exec(), [&](unsigned lane) { to[lane] = before; });
}

}  // namespace

void add_shared_lanes(Table& t) {
  t.add("ds_bpermute_b32", {.run = read_lanes});
  t.add("ds_permute_b32", {.run = write_lanes});
  t.add("ds_swizzle_b32", {.run = swizzle});
  t.add("ds_append", {.run = count<true>});
  t.add("ds_consume", {.run = count<false>});
}

}  // namespace amd_emulator
