#pragma once

#include <duet/device/random.hpp>

/// State of Philox4x32-10. Each seed has 2^64 subsequences of 2^66 words.
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;  // the next word of the output
  // The second number of a normally distributed pair, if it is kept.
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

namespace duet::spelling {

__device__ inline uint4 philox_words(const curandStatePhilox4_32_10& state) {
  const auto words =
      philox4x32({state.ctr.x, state.ctr.y, state.ctr.z, state.ctr.w}, {state.key.x, state.key.y});
  return make_uint4(words[0], words[1], words[2], words[3]);
}
/// In words, since NVRTC keeps a counter of 64 bits in another form than the function needs.
/// @returns whether the sum is too large
__device__ inline bool add_to(unsigned& low, unsigned& high, unsigned long long n) {
  low += unsigned(n);
  const unsigned carry = low < unsigned(n);
  const unsigned sum = high + unsigned(n >> 32);
  high = sum + carry;
  return sum < unsigned(n >> 32) || high < carry;
}
/// Adds to the counter, which has 128 bits.
__device__ inline void advance(curandStatePhilox4_32_10* state, unsigned long long n) {
  if (add_to(state->ctr.x, state->ctr.y, n)) add_to(state->ctr.z, state->ctr.w, 1);
}

}  // namespace duet::spelling

/// Skips `n` words.
__device__ inline void skipahead(unsigned long long n, curandStatePhilox4_32_10* state) {
  state->STATE += unsigned(n & 3);
  duet::spelling::advance(state, n / 4 + state->STATE / 4);
  state->STATE %= 4;
  state->output = duet::spelling::philox_words(*state);
}
/// Skips `n` subsequences, each of 2^66 words.
__device__ inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* state) {
  duet::spelling::add_to(state->ctr.z, state->ctr.w, n);
  state->output = duet::spelling::philox_words(*state);
}

/// Sets a state to word `offset` of a subsequence.
__device__ inline void curand_init(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset, curandStatePhilox4_32_10* state) {
  *state = {};
  state->key = make_uint2(unsigned(seed), unsigned(seed >> 32));
  duet::spelling::add_to(state->ctr.z, state->ctr.w, subsequence);
  skipahead(offset, state);
}

/// Draws a word: 32 random bits.
__device__ inline unsigned curand(curandStatePhilox4_32_10* state) {
  const uint4 words = state->output;
  const unsigned next = state->STATE++;
  if (next == 3) {
    duet::spelling::advance(state, 1);
    state->output = duet::spelling::philox_words(*state);
    state->STATE = 0;
  }
  // Not indexed, which would put the words into memory.
  return next < 2 ? (next == 0 ? words.x : words.y) : (next == 2 ? words.z : words.w);
}
/// Draws four words.
__device__ inline uint4 curand4(curandStatePhilox4_32_10* state) {
  const uint4 a = state->output;
  duet::spelling::advance(state, 1);
  const uint4 b = state->output = duet::spelling::philox_words(*state);
  switch (state->STATE) {
    case 0: return a;
    case 1: return make_uint4(a.y, a.z, a.w, b.x);
    case 2: return make_uint4(a.z, a.w, b.x, b.y);
    default: return make_uint4(a.w, b.x, b.y, b.z);
  }
}
