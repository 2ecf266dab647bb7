#pragma once

#include <duet/device/detail/float16.hpp>
#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(bfloat16)

namespace duet {

/// The upper 16 bits of a float: 8 significant bits and the range of a float, with subnormal
/// numbers. It has the same bits as the host's duet::bfloat16 and the vendors' own types.
///
/// In kernels, every arithmetic type converts to it, rounded once, and it converts to float,
/// exactly. `bfloat16 + bfloat16` is a bfloat16; with float or double the result is a float or
/// double, with an integer a bfloat16.
struct bfloat16 : detail::Float16<bfloat16, vendor::Bfloat16> {
  using Float16::Float16;
  /// Writes volatile memory. A template, since the type would not be trivially copyable otherwise.
  template <typename T, detail::enable_if<detail::is_same<T, bfloat16>> = 0>
  __device__ void operator=(T x) volatile {
    this->write(x);
  }
};
static_assert(sizeof(bfloat16) == 2 && alignof(bfloat16) == 2 && __is_trivially_copyable(bfloat16));

}  // namespace duet
