#pragma once

#include <duet/device/detail/bfloat16_format.hpp>
#include <duet/device/detail/through_float.hpp>

namespace duet::vendor {

using Bfloat16 = detail::ThroughFloat<detail::Bfloat16Format>;

}  // namespace duet::vendor
