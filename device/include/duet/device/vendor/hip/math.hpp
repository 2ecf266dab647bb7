#pragma once

namespace duet::vendor {

// hiprtc lacks overloads of the first three for float.
__device__ inline float erfinv(float x) { return ::erfinvf(x); }
__device__ inline double erfinv(double x) { return ::erfinv(x); }
__device__ inline float exp10(float x) { return ::exp10f(x); }
__device__ inline double exp10(double x) { return ::exp10(x); }
__device__ inline float rsqrt(float x) { return ::rsqrtf(x); }
__device__ inline double rsqrt(double x) { return ::rsqrt(x); }
using ::lgamma;

}  // namespace duet::vendor
