#pragma once

#include <string>
#include <vector>

#include "base/target.hpp"
#include "machine/memory.hpp"

namespace amd_emulator {

/// What an emulated device reports about itself.
struct Device {
  Target target;
  std::string architecture;  ///< "gfx90a:sramecc+:xnack-"
  int wave_size;
  int multiprocessors;
  int clock_khz;
  int l2_bytes;
  int registers;         ///< of 32 bits and a lane, of a quarter of a multiprocessor
  int waves;             ///< the most of a quarter of a multiprocessor
  int register_granule;  ///< registers are allocated in this many
  int major;
  int minor;
};

inline constexpr int lds_bytes = 64 * 1024;  ///< of a block
inline constexpr int threads_of_block = 1024;

/// The devices that $DUET_AMD_EMULATOR_DEVICES names, gfx90a without it. Empty, after a message on
/// stderr, if it names a processor that is not emulated.
const std::vector<Device>& devices();
bool is_device(int ordinal);
const Device& current_device();
/// How many threads a multiprocessor runs at once.
int resident_threads(const Device& device);

/// The memory that kernels of all devices may use.
Memory& device_memory();

}  // namespace amd_emulator
