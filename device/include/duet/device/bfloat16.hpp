#pragma once

#include <duet/device/detail/float16.hpp>
#include <duet/device/limits.hpp>
#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(bfloat16)

namespace duet {

/// The first half of a float: 8 significant bits and a float's range, with subnormal numbers. The
/// host's duet::bfloat16, the vendors' own types and this have the same bits.
///
/// It comes from every arithmetic type, rounded once, and goes to float by itself, which is exact.
/// `bfloat16 + bfloat16` is a bfloat16; with float or double the result is float or double, with an
/// integer a bfloat16.
struct bfloat16 : detail::Float16<bfloat16, vendor::Bfloat16> {
  using Float16::Float16;
};
static_assert(sizeof(bfloat16) == 2 && alignof(bfloat16) == 2 && __is_trivially_copyable(bfloat16));

template <>
struct limits<bfloat16> {
  static constexpr bool is_integer = false, is_signed = true;
  static constexpr int digits = 8;
  __host__ __device__ static constexpr bfloat16 lowest() { return bfloat16::from_bits(0xff7f); }
  __host__ __device__ static constexpr bfloat16 min() { return bfloat16::from_bits(0x0080); }
  __host__ __device__ static constexpr bfloat16 max() { return bfloat16::from_bits(0x7f7f); }
  __host__ __device__ static constexpr bfloat16 epsilon() { return bfloat16::from_bits(0x3c00); }
  __host__ __device__ static constexpr bfloat16 infinity() { return bfloat16::from_bits(0x7f80); }
  __host__ __device__ static constexpr bfloat16 quiet_nan() { return bfloat16::from_bits(0x7fc0); }
};

}  // namespace duet
