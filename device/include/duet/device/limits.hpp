#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/type_traits.hpp>
#include <duet/device/integers.hpp>

namespace duet {

/// What std::numeric_limits says of a type: of integers and bool, float and double; of half and
/// bfloat16 where their headers are included. Integers have no infinity, and nothing that pretends
/// to be one.
template <typename T, bool is_floating = (detail::number_rank<T> > 0)>
struct limits {
  static_assert(detail::is_integer<T>, "no number");

  static constexpr bool is_integer = true;  ///< whether its numbers are whole, as those of bool
  /// Whether it has negative numbers.
  static constexpr bool is_signed = T(-1) < T(1) && !detail::is_same<T, bool>;
  /// Binary digits without the sign.
  static constexpr int digits =
      detail::is_same<T, bool> ? 1 : int(sizeof(T)) * 8 - (is_signed ? 1 : 0);

  /// The least value: of floating-point types -max().
  __host__ __device__ static constexpr T lowest() { return is_signed ? T(-max() - 1) : T(0); }
  /// The least value of integers; the least positive normal one of floating-point types.
  __host__ __device__ static constexpr T min() { return lowest(); }
  /// The greatest finite value.
  __host__ __device__ static constexpr T max() { return T(~uint64_t(0) >> (64 - digits)); }
  /// 0 for integers; of floating-point types what the number after 1 is greater by.
  __host__ __device__ static constexpr T epsilon() { return T(0); }
};

/// Of floating-point types, by the bits of IEEE 754's formats and of bfloat16: a sign, an exponent
/// and a fraction, of which a number is the greater the greater they are as an integer.
template <typename T>
struct limits<T, true> {
  static constexpr bool is_integer = false, is_signed = true;
  static constexpr int digits = detail::is_same<T, double>  ? 53
                                : detail::is_same<T, float> ? 24
                                : detail::is_same<T, half>  ? 11
                                                            : 8;

  __host__ __device__ static constexpr T lowest() { return number(~step); }
  __host__ __device__ static constexpr T min() { return number(step); }
  __host__ __device__ static constexpr T max() { return number(sign - step - 1); }
  __host__ __device__ static constexpr T epsilon() { return number(sign / 2 - digits * step); }
  __host__ __device__ static constexpr T infinity() { return number(sign - step); }
  __host__ __device__ static constexpr T quiet_nan() { return number(sign - step / 2); }

 private:
  using Bits = detail::conditional<(sizeof(T) > 4), uint64_t,
                                   detail::conditional<(sizeof(T) > 2), uint32_t, uint16_t>>;
  static constexpr Bits sign = Bits(Bits(1) << (sizeof(T) * 8 - 1));
  static constexpr Bits step = Bits(Bits(1) << (digits - 1));  ///< from one exponent to the next

  __host__ __device__ static constexpr T number(uint64_t bits) { return bit_cast<T>(Bits(bits)); }
};

}  // namespace duet
