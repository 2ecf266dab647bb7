#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <span>

#include "base/approximation.hpp"
#include "code/code_object.hpp"
#include "decode/program.hpp"
#include "run/counts.hpp"

namespace amd_emulator {

/// One launch of a kernel.
struct Launch {
  std::array<u32, 3> grid{1, 1, 1};   ///< in blocks
  std::array<u32, 3> block{1, 1, 1};  ///< in threads
  u32 shared_bytes = 0;               ///< in addition to what the code declares
  /// The explicit arguments at their offsets; those that the metadata calls hidden are filled in.
  std::span<const std::byte> arguments{};
};

/// How a launch is executed.
struct RunOptions {
  unsigned threads = 1;  ///< of this process, each with a block at a time
  u64 seed = 1;          ///< of what registers, LDS and scratch begin with
  u64 interleaving =
      0;  ///< 0: a wave runs up to a barrier; else it changes at random, by this seed
  bool is_cooperative = false;  ///< All blocks run at once.
  bool counts = false;          ///< whether all members of RunCounts are wanted
  Approximation approximation = Approximation::nearest;  ///< of v_rcp_f32, v_exp_f32 and others
  bool detects_races = false;
  /// A block that runs for longer is named on standard error, one for each launch.
  std::chrono::milliseconds patience{10'000};
};

/// Runs a kernel to its end.
/// @param program  the code for the wave size of the kernel
/// @throws Fault with kernel, block, wave and instruction
RunCounts run_kernel(Program& program, const KernelInfo& kernel, const Launch& launch,
                     Memory& memory, const RunOptions& options = {});

}  // namespace amd_emulator
