#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/integers.hpp>

namespace duet {

/// A float rounded to 11 significant bits, for matrix units that multiply such numbers
/// ("TensorFloat-32", "XF32"). Products of two are exact in float.
struct tf32 {
  tf32() = default;
  /// The nearest number, ties away from zero. Values out of range become infinity.
  __device__ explicit tf32(float x) : value_(round(x)) {}
  /// The same value; exact.
  __device__ operator float() const { return value_; }

 private:
  __device__ static float round(float x) {
    const uint32_t word = bit_cast<uint32_t>(x);
    if ((word & 0x7fffffffu) > 0x7f800000u) return x;
    return bit_cast<float>((word + 0x1000u) & 0xffffe000u);
  }

  float value_;
};
static_assert(sizeof(tf32) == 4 && __is_trivially_copyable(tf32));

}  // namespace duet
