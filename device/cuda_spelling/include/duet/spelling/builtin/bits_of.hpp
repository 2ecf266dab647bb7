#pragma once

namespace duet::spelling {

/// The bytes of a value, as the low ones of an integer.
template <typename T_>
__device__ inline unsigned long long bits_of(T_ value) {
  static_assert(sizeof(T_) <= 8, "values of up to 8 bytes are matched");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T_));
  return bits;
}

}  // namespace duet::spelling
