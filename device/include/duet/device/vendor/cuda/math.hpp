#pragma once

namespace duet::vendor {

using ::asin;
using ::erfinv;
using ::exp10;
using ::expm1;
using ::lgamma;
using ::log1p;
using ::nextafter;
using ::rsqrt;
using ::sqrt;
using ::tgamma;

}  // namespace duet::vendor
