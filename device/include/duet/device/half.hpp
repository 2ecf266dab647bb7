#pragma once

#include <duet/device/detail/float16.hpp>
#include <duet/device/limits.hpp>
#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(half)

namespace duet {

/// IEEE 754 binary16: 11 significant bits, from 2^-24 to 65504. The host's duet::half, the vendors'
/// own types and this have the same bits.
///
/// It comes from every arithmetic type, rounded once, and goes to float by itself, which is exact.
/// `half + half` is a half; with float or double the result is float or double, with an integer a
/// half. Where the vendor declares another `half` in the global namespace, as hiprtc always does,
/// this one is `duet::half` even after `using namespace duet`. Needs sm_53 on NVIDIA.
struct half : detail::Float16<half, vendor::Half> {
  using Float16::Float16;
};
static_assert(sizeof(half) == 2 && alignof(half) == 2 && __is_trivially_copyable(half));

template <>
struct limits<half> {
  static constexpr bool is_integer = false, is_signed = true;
  static constexpr int digits = 11;
  __host__ __device__ static constexpr half lowest() { return half::from_bits(0xfbff); }
  __host__ __device__ static constexpr half min() { return half::from_bits(0x0400); }
  __host__ __device__ static constexpr half max() { return half::from_bits(0x7bff); }
  __host__ __device__ static constexpr half epsilon() { return half::from_bits(0x1400); }
  __host__ __device__ static constexpr half infinity() { return half::from_bits(0x7c00); }
  __host__ __device__ static constexpr half quiet_nan() { return half::from_bits(0x7e00); }
};

}  // namespace duet
