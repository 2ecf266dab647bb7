#pragma once

#include <cstdint>

#include "base/approximation.hpp"

namespace amd_emulator {

/// What environment variables say about launches (docs/amd_without_a_gpu.md).
struct Options {
  bool interprets = true;                                ///< $DUET_AMD_EMULATOR_INTERPRET
  bool counts = false;                                   ///< $DUET_AMD_EMULATOR_COUNTS
  bool detects_races = false;                            ///< $DUET_AMD_EMULATOR_RACES
  Approximation approximation = Approximation::nearest;  ///< $DUET_AMD_EMULATOR_APPROXIMATIONS
  std::uint64_t interleaving = 0;                        ///< $DUET_AMD_EMULATOR_INTERLEAVE
  unsigned threads = 1;                                  ///< of this process: one a core
};

const Options& options();

}  // namespace amd_emulator
