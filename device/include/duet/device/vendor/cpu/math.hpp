#pragma once

namespace duet::vendor {

using ::asin;
using ::erfinv;
using ::exp10;
using ::expm1;
using ::log1p;
using ::nextafter;
using ::rsqrt;
using ::sqrt;
using ::tgamma;

// libc's lgamma also writes the sign to a variable that all threads share.
inline float lgamma(float x) {
  int sign;
  return ::lgammaf_r(x, &sign);
}
inline double lgamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}

}  // namespace duet::vendor
