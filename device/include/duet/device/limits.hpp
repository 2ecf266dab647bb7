#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/type_traits.hpp>
#include <duet/device/integers.hpp>

namespace duet {

/// Properties of a number type, like std::numeric_limits: for integers, bool, float and double, and
/// for half and bfloat16 if their headers are included. Integers have no infinity() and no
/// quiet_nan().
template <typename T, bool is_floating = (detail::number_rank<T> > 0)>
struct limits {
  static_assert(detail::is_integer<T>, "no number");

  static constexpr bool is_integer =
      true;  ///< Whether all values are whole numbers; true for bool.
  /// Whether there are negative values.
  static constexpr bool is_signed = T(-1) < T(1) && !detail::is_same<T, bool>;
  /// Number of binary digits, without the sign.
  static constexpr int digits =
      detail::is_same<T, bool> ? 1 : int(sizeof(T)) * 8 - (is_signed ? 1 : 0);

  /// The least finite value: -max() for floating-point types.
  __host__ __device__ static constexpr T lowest() { return is_signed ? T(-max() - 1) : T(0); }
  /// The least value of integers; the least positive normal value of floating-point types.
  __host__ __device__ static constexpr T min() { return lowest(); }
  /// The greatest finite value.
  __host__ __device__ static constexpr T max() { return T(~uint64_t(0) >> (64 - digits)); }
  /// The distance from 1 to the next larger value; 0 for integers.
  __host__ __device__ static constexpr T epsilon() { return T(0); }
};

/// The properties of floating-point types, from the bits of the IEEE 754 formats and of bfloat16:
/// sign, exponent and fraction. Values of one sign are in the order of their bits.
template <typename T>
struct limits<T, true> {
  static constexpr bool is_integer = false;  ///< Whether all values are whole numbers.
  static constexpr bool is_signed = true;    ///< Whether there are negative values.
  /// Number of significant bits.
  static constexpr int digits = detail::is_same<T, double>  ? 53
                                : detail::is_same<T, float> ? 24
                                : detail::is_same<T, half>  ? 11
                                                            : 8;

  /// The least finite value, -max().
  __host__ __device__ static constexpr T lowest() { return number(~step); }
  /// The least positive normal value.
  __host__ __device__ static constexpr T min() { return number(step); }
  /// The greatest finite value.
  __host__ __device__ static constexpr T max() { return number(sign - step - 1); }
  /// The distance from 1 to the next larger value.
  __host__ __device__ static constexpr T epsilon() { return number(sign / 2 - digits * step); }
  /// Positive infinity.
  __host__ __device__ static constexpr T infinity() { return number(sign - step); }
  /// A quiet NaN.
  __host__ __device__ static constexpr T quiet_nan() { return number(sign - step / 2); }

 private:
  using Bits = detail::conditional<(sizeof(T) > 4), uint64_t,
                                   detail::conditional<(sizeof(T) > 2), uint32_t, uint16_t>>;
  static constexpr Bits sign = Bits(Bits(1) << (sizeof(T) * 8 - 1));
  static constexpr Bits step = Bits(Bits(1) << (digits - 1));  // from one exponent to the next

  __host__ __device__ static constexpr T number(uint64_t bits) { return bit_cast<T>(Bits(bits)); }
};

}  // namespace duet
