#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/detail/float8_format.hpp>
#include <duet/device/half.hpp>

/// @file
/// Floating-point numbers of 8 bits for storage: OCP's formats, which NVIDIA's and AMD's newer
/// processors use, and those of AMD's gfx942 ("FNUZ": finite, NaN, unsigned zero), as distinct
/// types. They have no arithmetic; convert them to float. Equal results on every target. Sources:
/// Open Compute Project, "OCP 8-bit Floating Point Specification (OFP8)", 2023; Noune et al.,
/// "8-bit numerical formats for deep neural networks", 2022.

namespace duet {

namespace detail {

/// An 8-bit number with its conversions.
/// @tparam Number  the type that derives from this
template <typename Number, typename Format>
struct Float8 {
  Float8() = default;
  /// The nearest number, ties to even, rounded once. Values out of range become infinity, or NaN in
  /// formats without infinity.
  __device__ explicit Float8(float x) : bits_(Format::round(x, false)) {}
  /// The nearest number; takes double, half, bfloat16 and integers.
  template <typename T, enable_if<(number_rank<T> >= 0)> = 0>
  __device__ explicit Float8(T x) : bits_(Format::round(odd(x), false)) {}

  /// The nearest number, ties to even, rounded once. Values out of range and infinities become the
  /// largest finite number of their sign; NaN stays NaN.
  template <typename T>
  __device__ static Number saturated(T x) {
    return from_bits(Format::round(odd(x), true));
  }

  /// The number with these bits.
  __host__ __device__ static constexpr Number from_bits(uint8_t bits) {
    return bit_cast<Number>(bits);
  }
  __host__ __device__ constexpr uint8_t bits() const { return bits_; }

  /// The same value; exact.
  __device__ explicit operator float() const { return Format::value(bits_); }
  /// The same value as a double, half, bfloat16 (exact) or complex; truncated to an integer, with
  /// the integer's least or greatest value if out of range and 0 for NaN; for bool, whether the
  /// number is not 0.
  template <typename T, enable_if<(number_rank<T> >= 0)> = 0>
  __device__ explicit operator T() const {
    if constexpr (is_integer<T>) {
      return saturate<T>(Format::value(bits_));
    } else {
      return T(Format::value(bits_));
    }
  }

 private:
  /// The number as a float that rounds to the same 8-bit number.
  template <typename T>
  __device__ static float odd(T x) {
    if constexpr (is_integer<T>) {
      return odd_float_of_integer(x);
    } else if constexpr (is_same<T, double>) {
      return odd_float(x);
    } else {
      return float(x);
    }
  }

  uint8_t bits_;
};

}  // namespace detail

/// OCP's E4M3: 4 significant bits, values from 2^-9 to 448, NaN, no infinity.
struct float8_e4m3 : detail::Float8<float8_e4m3, detail::Float8Format<3, 7, 0x7e, 0x7f, 0x7f>> {
  using Float8::Float8;
};
/// OCP's E5M2: 3 significant bits, values from 2^-16 to 57344, NaN and infinity.
struct float8_e5m2 : detail::Float8<float8_e5m2, detail::Float8Format<2, 15, 0x7b, 0x7c, 0x7f>> {
  using Float8::Float8;
};
/// E4M3 of AMD's gfx942: 4 significant bits, values from 2^-10 to 240, one NaN in place of -0, no
/// infinity.
struct float8_e4m3_fnuz
    : detail::Float8<float8_e4m3_fnuz, detail::Float8Format<3, 8, 0x7f, 0x80, 0x80>> {
  using Float8::Float8;
};
/// E5M2 of AMD's gfx942: 3 significant bits, values from 2^-17 to 57344, one NaN in place of -0, no
/// infinity.
struct float8_e5m2_fnuz
    : detail::Float8<float8_e5m2_fnuz, detail::Float8Format<2, 16, 0x7f, 0x80, 0x80>> {
  using Float8::Float8;
};
static_assert(sizeof(float8_e4m3) == 1 && __is_trivially_copyable(float8_e4m3));

}  // namespace duet
