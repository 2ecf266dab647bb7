#pragma once

#include <array>

#include "machine/wave.hpp"
#include "run/kernel_memory.hpp"

namespace amd_emulator {

/// Fills memory with values that differ from each other and from run to run of other seeds.
void fill_garbage(u32* words, std::size_t count, u64 seed);

/// The place of a wave in the grid.
struct WavePlace {
  std::array<u32, 3> block{};
  u32 first_thread = 0;  ///< in the block
  u32 threads = 0;       ///< of the wave; up to its lanes
};

/// Sets registers and mode as the hardware does before the first instruction. The rest is garbage.
void initialise_wave(Wave& wave, const KernelInfo& kernel, const Launch& launch,
                     const KernelMemory& memory, const WavePlace& place, u64 seed);

}  // namespace amd_emulator
