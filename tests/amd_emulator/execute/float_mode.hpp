#pragma once

#include <xmmintrin.h>

#include "execute/values.hpp"
#include "machine/wave.hpp"

namespace amd_emulator {

/// Gives the host's arithmetic the rounding and the denormals of a wave's mode.
class FloatModeGuard {
 public:
  /// @param single  the mode of float, not that of half and double
  FloatModeGuard(FloatMode mode, bool single) : saved_(_mm_getcsr()) {
    const unsigned round = single ? mode.round_32() : mode.round_16_64();
    const unsigned denormals = single ? mode.denormals_32() : mode.denormals_16_64();
    constexpr unsigned rounding[] = {_MM_ROUND_NEAREST, _MM_ROUND_UP, _MM_ROUND_DOWN,
                                     _MM_ROUND_TOWARD_ZERO};
    constexpr unsigned inputs_are_zero = 0x40;
    constexpr unsigned results_are_zero = 0x8000;
    unsigned control = saved_ & ~(_MM_ROUND_MASK | inputs_are_zero | results_are_zero);
    control |= rounding[round];
    if ((denormals & 1) == 0) control |= inputs_are_zero;
    if ((denormals & 2) == 0) control |= results_are_zero;
    _mm_setcsr(control);
  }
  ~FloatModeGuard() { _mm_setcsr(saved_); }
  FloatModeGuard(const FloatModeGuard&) = delete;
  FloatModeGuard& operator=(const FloatModeGuard&) = delete;

 private:
  unsigned saved_;
};

}  // namespace amd_emulator
