#pragma once

#include <duet/device/detail/float16_formats.hpp>

namespace duet::vendor {

using Half = detail::ThroughFloat<detail::HalfFormat>;

}  // namespace duet::vendor
