#pragma once

#include <duet/spelling/curand/uniform.hpp>

// Normal and log-normal numbers: Box and Muller, "A note on the generation of random normal
// deviates" (1958). Pairs are drawn as cuRAND draws them; the last digits differ between targets.

namespace duet::spelling {

__device__ inline float2 box_muller(unsigned radius, unsigned angle) {
  constexpr float turn = 2.3283064e-10f * 6.2831855f;
  const float u = above_zero(radius);
  const float v = float(angle) * turn + turn / 2;
  const float length = sqrtf(-2.0f * logf(u));
  float sine, cosine;
  __sincosf(v, &sine, &cosine);
  return make_float2(sine * length, cosine * length);
}
__device__ inline double2 box_muller(unsigned radius_low, unsigned radius_high, unsigned angle_low,
                                     unsigned angle_high) {
  const double u = above_zero(radius_low, radius_high);
  const double half_turns = above_zero(angle_low, angle_high) * 2;
  const double length = sqrt(-2.0 * log(u));
  double sine, cosine;
  sincospi(half_turns, &sine, &cosine);
  return make_double2(sine * length, cosine * length);
}

template <typename State>
__device__ inline float2 normal_pair_of(State* state) {
  const unsigned radius = curand(state);
  return box_muller(radius, curand(state));
}
__device__ inline double2 double_normal_pair_of(curandStateXORWOW* state) {
  const unsigned a = curand(state), b = curand(state), c = curand(state);
  return box_muller(a, b, c, curand(state));
}
__device__ inline double2 double_normal_pair_of(curandStatePhilox4_32_10* state) {
  const uint4 words = curand4(state);
  return box_muller(words.x, words.y, words.z, words.w);
}

/// Which of cuRAND's functions kept the second number of a pair.
enum Kept { no_number, normal_number, log_normal_number };

template <typename Make>
__device__ inline float one_of_pair(int& flag, float& extra, Kept kind, Make make) {
  if (flag == kind) {
    flag = no_number;
    return extra;
  }
  const float2 pair = make();
  flag = kind;
  extra = pair.y;
  return pair.x;
}
template <typename Make>
__device__ inline double one_of_pair(int& flag, double& extra, Kept kind, Make make) {
  if (flag == kind) {
    flag = no_number;
    return extra;
  }
  const double2 pair = make();
  flag = kind;
  extra = pair.y;
  return pair.x;
}

__device__ inline float2 log_normal(float2 x, float mean, float deviation) {
  return make_float2(expf(mean + deviation * x.x), expf(mean + deviation * x.y));
}
__device__ inline double2 log_normal(double2 x, double mean, double deviation) {
  return make_double2(exp(mean + deviation * x.x), exp(mean + deviation * x.y));
}

}  // namespace duet::spelling

/// Two numbers of the standard normal distribution.
template <typename State>
__device__ inline duet::spelling::OfCurandState<State, float2> curand_normal2(State* state) {
  return duet::spelling::normal_pair_of(state);
}
/// A number of the standard normal distribution. Every second call returns the number that the one
/// before it kept in the state.
template <typename State>
__device__ inline duet::spelling::OfCurandState<State, float> curand_normal(State* state) {
  return duet::spelling::one_of_pair(state->boxmuller_flag, state->boxmuller_extra,
                                     duet::spelling::normal_number,
                                     [=] { return curand_normal2(state); });
}
__device__ inline float4 curand_normal4(curandStatePhilox4_32_10* state) {
  const uint4 words = curand4(state);
  const float2 a = duet::spelling::box_muller(words.x, words.y);
  const float2 b = duet::spelling::box_muller(words.z, words.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
template <typename State>
__device__ inline duet::spelling::OfCurandState<State, double2> curand_normal2_double(
    State* state) {
  return duet::spelling::double_normal_pair_of(state);
}
template <typename State>
__device__ inline duet::spelling::OfCurandState<State, double> curand_normal_double(State* state) {
  return duet::spelling::one_of_pair(state->boxmuller_flag_double, state->boxmuller_extra_double,
                                     duet::spelling::normal_number,
                                     [=] { return curand_normal2_double(state); });
}

/// Two numbers whose logarithms have a normal distribution with this mean and deviation.
template <typename State>
__device__ inline duet::spelling::OfCurandState<State, float2> curand_log_normal2(State* state,
                                                                                  float mean,
                                                                                  float stddev) {
  return duet::spelling::log_normal(curand_normal2(state), mean, stddev);
}
template <typename State>
__device__ inline duet::spelling::OfCurandState<State, float> curand_log_normal(State* state,
                                                                                float mean,
                                                                                float stddev) {
  return duet::spelling::one_of_pair(state->boxmuller_flag, state->boxmuller_extra,
                                     duet::spelling::log_normal_number,
                                     [=] { return curand_log_normal2(state, mean, stddev); });
}
__device__ inline float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean,
                                            float stddev) {
  const float4 x = curand_normal4(state);
  const float2 a = duet::spelling::log_normal(make_float2(x.x, x.y), mean, stddev);
  const float2 b = duet::spelling::log_normal(make_float2(x.z, x.w), mean, stddev);
  return make_float4(a.x, a.y, b.x, b.y);
}
template <typename State>
__device__ inline duet::spelling::OfCurandState<State, double2> curand_log_normal2_double(
    State* state, double mean, double stddev) {
  return duet::spelling::log_normal(curand_normal2_double(state), mean, stddev);
}
template <typename State>
__device__ inline duet::spelling::OfCurandState<State, double> curand_log_normal_double(
    State* state, double mean, double stddev) {
  return duet::spelling::one_of_pair(state->boxmuller_flag_double, state->boxmuller_extra_double,
                                     duet::spelling::log_normal_number, [=] {
                                       return curand_log_normal2_double(state, mean, stddev);
                                     });
}
