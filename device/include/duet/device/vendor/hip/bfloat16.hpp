#pragma once

#include <duet/device/detail/float16_formats.hpp>

namespace duet::vendor {

using Bfloat16 = detail::ThroughFloat<detail::Bfloat16Format>;

}  // namespace duet::vendor
