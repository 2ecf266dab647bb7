#pragma once

#include <duet/spelling/curand/uniform.hpp>

namespace duet::spelling {

/// Counts how many uniform numbers have a product above e^-lambda: Knuth, The Art of Computer
/// Programming, 3.4.1. For small lambda.
template <typename State>
__device__ inline unsigned poisson_by_product(State* state, float lambda) {
  const float end = expf(-lambda);
  unsigned count = 0;
  for (float product = curand_uniform(state); product > end; product *= curand_uniform(state)) {
    ++count;
  }
  return count;
}

/// Transformed rejection: Hörmann, "The transformed rejection method for generating Poisson random
/// variables" (1993), algorithm PTRS. For lambda of 10 and more.
template <typename State>
__device__ inline unsigned poisson_by_rejection(State* state, double lambda) {
  const double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2);
  const double log_lambda = log(lambda);
  for (;;) {
    const double u = curand_uniform_double(state) - 0.5, v = curand_uniform_double(state);
    const double us = 0.5 - fabs(u);
    const double k = floor((2 * a / us + b) * u + lambda + 0.43);
    if (us >= 0.07 && v <= v_r) return unsigned(k);
    if (k < 0 || k > 4294967295.0 || (us < 0.013 && v > us)) continue;
    if (log(v * inverse_alpha / (a / (us * us) + b)) <= k * log_lambda - lambda - lgamma(k + 1)) {
      return unsigned(k);
    }
  }
}

}  // namespace duet::spelling

/// A number of the Poisson distribution. The distribution is cuRAND's, the sequence is not.
/// @param lambda  the mean, up to 4e9
template <typename State>
__device__ inline duet::spelling::OfCurandState<State, unsigned> curand_poisson(State* state,
                                                                                double lambda) {
  if (lambda < 10) return duet::spelling::poisson_by_product(state, float(lambda));
  return duet::spelling::poisson_by_rejection(state, lambda);
}
__device__ inline uint4 curand_poisson4(curandStatePhilox4_32_10* state, double lambda) {
  uint4 result;
  result.x = curand_poisson(state, lambda);
  result.y = curand_poisson(state, lambda);
  result.z = curand_poisson(state, lambda);
  result.w = curand_poisson(state, lambda);
  return result;
}
