#pragma once

#include <duet/device/bit_cast.hpp>

#include <duet/spelling/std/limits.hpp>

namespace duet::spelling {

/// The properties of a floating-point type of 16 bits.
/// @param kDigits  of the mantissa
template <typename T, int kDigits, unsigned short kMin, unsigned short kMax,
          unsigned short kEpsilon>
struct Float16Limits : ::std::numeric_limits<float> {
  static constexpr int digits = kDigits;
  static constexpr int digits10 = (kDigits - 1) * 3 / 10;
  static constexpr int max_digits10 = kDigits * 3 / 10 + 2;
  __host__ __device__ static constexpr T of(unsigned bits) {
    return bit_cast<T>(static_cast<unsigned short>(bits));
  }
  __host__ __device__ static constexpr T min() { return of(kMin); }
  __host__ __device__ static constexpr T max() { return of(kMax); }
  __host__ __device__ static constexpr T lowest() { return of(kMax | 0x8000u); }
  __host__ __device__ static constexpr T epsilon() { return of(kEpsilon); }
  __host__ __device__ static constexpr T denorm_min() { return of(1); }
  __host__ __device__ static constexpr T infinity() { return of(kMax + 1u); }
  __host__ __device__ static constexpr T quiet_NaN() { return of((kMax + 1u) | (kMin >> 1)); }
};
template <typename T>
using HalfLimits = Float16Limits<T, 11, 0x0400, 0x7bff, 0x1400>;
template <typename T>
using Bfloat16Limits = Float16Limits<T, 8, 0x0080, 0x7f7f, 0x3c00>;

}  // namespace duet::spelling
