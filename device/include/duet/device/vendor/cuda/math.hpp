#pragma once

namespace duet::vendor {

using ::erfinv;
using ::exp10;
using ::lgamma;
using ::rsqrt;

}  // namespace duet::vendor
