#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/type_traits.hpp>
#include <duet/device/integers.hpp>

namespace duet {

/// What std::numeric_limits says of a type: of integers and bool here, of float and double below,
/// of half and bfloat16 in their headers. Integers have no infinity, and nothing that pretends to
/// be one.
template <typename T>
struct limits {
  static_assert(detail::is_integer<T>, "no number, or its header is not included");

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

template <>
struct limits<float> {
  static constexpr bool is_integer = false, is_signed = true;
  static constexpr int digits = 24;
  __host__ __device__ static constexpr float lowest() { return -max(); }
  __host__ __device__ static constexpr float min() { return 0x1p-126f; }
  __host__ __device__ static constexpr float max() { return 0x1.fffffep127f; }
  __host__ __device__ static constexpr float epsilon() { return 0x1p-23f; }
  __host__ __device__ static constexpr float infinity() { return bit_cast<float>(0x7f800000u); }
  __host__ __device__ static constexpr float quiet_nan() { return bit_cast<float>(0x7fc00000u); }
};

template <>
struct limits<double> {
  static constexpr bool is_integer = false, is_signed = true;
  static constexpr int digits = 53;
  __host__ __device__ static constexpr double lowest() { return -max(); }
  __host__ __device__ static constexpr double min() { return 0x1p-1022; }
  __host__ __device__ static constexpr double max() { return 0x1.fffffffffffffp1023; }
  __host__ __device__ static constexpr double epsilon() { return 0x1p-52; }
  __host__ __device__ static constexpr double infinity() {
    return bit_cast<double>(uint64_t(0x7ff) << 52);
  }
  __host__ __device__ static constexpr double quiet_nan() {
    return bit_cast<double>(uint64_t(0xfff) << 51);
  }
};

}  // namespace duet
