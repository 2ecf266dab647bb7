#pragma once

namespace amd_emulator {

/// What instructions that approximate functions return: the nearest value, or an end of the range
/// that AMD's documents allow. Values that the type can represent are exact.
enum class Approximation : unsigned char { nearest, least, greatest };

/// That of the calling thread, which runs waves.
inline Approximation& thread_approximation() {
  static thread_local Approximation value = Approximation::nearest;
  return value;
}

}  // namespace amd_emulator
