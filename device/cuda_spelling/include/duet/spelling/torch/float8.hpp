#pragma once

#include <duet/device/float8.hpp>

#include <duet/spelling/std/limits.hpp>
#include <duet/spelling/torch/stored_float.hpp>

// PyTorch's 8-bit floats. A float that is out of range becomes infinity or NaN.

namespace c10 {
namespace stored {
template <typename T, typename Native>
struct StoredFloat8 : StoredFloat<T, unsigned char, Native> {
  using StoredFloat<T, unsigned char, Native>::StoredFloat;
  __device__ bool isnan() const { return float(*this) != float(*this); }
};
}  // namespace stored
struct Float8_e4m3fn : stored::StoredFloat8<Float8_e4m3fn, duet::float8_e4m3> {
  using StoredFloat8::StoredFloat8;
};
struct Float8_e5m2 : stored::StoredFloat8<Float8_e5m2, duet::float8_e5m2> {
  using StoredFloat8::StoredFloat8;
};
struct Float8_e4m3fnuz : stored::StoredFloat8<Float8_e4m3fnuz, duet::float8_e4m3_fnuz> {
  using StoredFloat8::StoredFloat8;
};
struct Float8_e5m2fnuz : stored::StoredFloat8<Float8_e5m2fnuz, duet::float8_e5m2_fnuz> {
  using StoredFloat8::StoredFloat8;
};
}  // namespace c10

namespace duet::spelling {

/// The properties of a floating-point type of 8 bits.
/// @param kDigits  of the mantissa
/// @param kMax     the bits of the greatest finite number
template <typename T, int kDigits, unsigned char kMin, unsigned char kMax, unsigned char kEpsilon>
struct Float8Limits : ::std::numeric_limits<float> {
  static constexpr int digits = kDigits;
  __host__ __device__ static constexpr T of(unsigned char bits) { return {bits, T::from_bits()}; }
  __host__ __device__ static constexpr T min() { return of(kMin); }
  __host__ __device__ static constexpr T max() { return of(kMax); }
  __host__ __device__ static constexpr T lowest() { return of(kMax | 0x80); }
  __host__ __device__ static constexpr T epsilon() { return of(kEpsilon); }
  __host__ __device__ static constexpr T denorm_min() { return of(1); }
};

/// One without infinity.
template <typename Limits>
struct FiniteLimits : Limits {
  static constexpr bool has_infinity = false;
};

}  // namespace duet::spelling

namespace std {
template <>
struct numeric_limits<c10::Float8_e4m3fn>
    : duet::spelling::FiniteLimits<
          duet::spelling::Float8Limits<c10::Float8_e4m3fn, 4, 0x08, 0x7e, 0x20>> {};
template <>
struct numeric_limits<c10::Float8_e5m2>
    : duet::spelling::Float8Limits<c10::Float8_e5m2, 3, 0x04, 0x7b, 0x34> {
  __host__ __device__ static constexpr c10::Float8_e5m2 infinity() { return of(0x7c); }
};
template <>
struct numeric_limits<c10::Float8_e4m3fnuz>
    : duet::spelling::FiniteLimits<
          duet::spelling::Float8Limits<c10::Float8_e4m3fnuz, 4, 0x08, 0x7f, 0x28>> {};
template <>
struct numeric_limits<c10::Float8_e5m2fnuz>
    : duet::spelling::FiniteLimits<
          duet::spelling::Float8Limits<c10::Float8_e5m2fnuz, 3, 0x04, 0x7f, 0x38>> {};
}  // namespace std
