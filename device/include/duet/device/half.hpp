#pragma once

#include <duet/device/detail/float16.hpp>
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

}  // namespace duet
