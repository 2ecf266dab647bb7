#pragma once

#include <duet/spelling/curand/normal.hpp>

// Four numbers of double. CUDA 13 deprecates the type, but not these functions.

#ifdef __EDG__
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1444
#endif

template <typename State>
__device__ inline double4 curand_uniform4_double(State* state) {
  const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
  return {a.x, a.y, b.x, b.y};
}
template <typename State>
__device__ inline double4 curand_normal4_double(State* state) {
  const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
  return {a.x, a.y, b.x, b.y};
}
template <typename State>
__device__ inline double4 curand_log_normal4_double(State* state, double mean, double stddev) {
  const double2 a = curand_log_normal2_double(state, mean, stddev);
  const double2 b = curand_log_normal2_double(state, mean, stddev);
  return {a.x, a.y, b.x, b.y};
}

#ifdef __EDG__
#pragma nv_diagnostic pop
#endif
