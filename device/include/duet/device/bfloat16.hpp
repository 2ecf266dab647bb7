#pragma once

#include <duet/device/detail/float16.hpp>
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

}  // namespace duet
