#pragma once

#include <duet/device/detail/type_traits.hpp>
#include <duet/spelling/curand/xorwow.hpp>
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CURAND_PHILOX)
#include <duet/spelling/curand/philox.hpp>
#endif

// Uniform numbers in (0, 1]: the same bits on every target.

namespace duet::spelling {

/// The states that exist.
template <typename State>
inline constexpr bool is_curand_state = false;
template <>
inline constexpr bool is_curand_state<curandStateXORWOW> = true;
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CURAND_PHILOX)
template <>
inline constexpr bool is_curand_state<curandStatePhilox4_32_10> = true;
#endif

template <typename State, typename T>
using OfCurandState = detail::enable_if<is_curand_state<State>, T>;

__device__ inline float above_zero(unsigned word) { return float(word) * 0x1p-32f + 0x1p-33f; }
/// From 53 bits of two words.
__device__ inline double above_zero(unsigned low, unsigned high) {
  return double((unsigned long long)low ^ ((unsigned long long)high << 21)) * 0x1p-53 + 0x1p-54;
}

}  // namespace duet::spelling

template <typename State>
__device__ inline duet::spelling::OfCurandState<State, float> curand_uniform(State* state) {
  return duet::spelling::above_zero(curand(state));
}
/// From two words.
__device__ inline double curand_uniform_double(curandStateXORWOW* state) {
  const unsigned low = curand(state);
  return duet::spelling::above_zero(low, curand(state));
}

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CURAND_PHILOX)
__device__ inline float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  const uint4 words = curand4(state);
  return make_float4(duet::spelling::above_zero(words.x), duet::spelling::above_zero(words.y),
                     duet::spelling::above_zero(words.z), duet::spelling::above_zero(words.w));
}
/// From one word, as cuRAND does it: a multiple of 2^-32.
__device__ inline double curand_uniform_double(curandStatePhilox4_32_10* state) {
  return (double(curand(state)) + 1) * 0x1p-32;
}
__device__ inline double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
  const uint4 words = curand4(state);
  return make_double2(duet::spelling::above_zero(words.x, words.y),
                      duet::spelling::above_zero(words.z, words.w));
}
#endif
