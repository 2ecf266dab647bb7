#pragma once

#include <duet/device/detail/float16.hpp>
#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(half)

namespace duet {

/// IEEE 754 binary16: 11 significant bits, values from 2^-24 to 65504. It has the same bits as the
/// host's duet::half and the vendors' own types.
///
/// In kernels, every arithmetic type converts to it, rounded once, and it converts to float,
/// exactly. `half + half` is a half; with float or double the result is a float or double, with an
/// integer a half. If the vendor declares another `half` in the global namespace, as hiprtc always
/// does, write `duet::half`, also after `using namespace duet`. Needs sm_53 on NVIDIA.
struct half : detail::Float16<half, vendor::Half> {
  using Float16::Float16;
  /// Writes volatile memory. A template, since the type would not be trivially copyable otherwise.
  template <typename T, detail::enable_if<detail::is_same<T, half>> = 0>
  __device__ void operator=(T x) volatile {
    this->write(x);
  }
};
static_assert(sizeof(half) == 2 && alignof(half) == 2 && __is_trivially_copyable(half));

}  // namespace duet
