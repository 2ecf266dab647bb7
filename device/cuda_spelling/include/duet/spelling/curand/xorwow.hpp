#pragma once

#include <duet/spelling/curand/xorwow_jumps.hpp>

/// State of Marsaglia's XORWOW: a xorshift generator of 160 bits plus a Weyl sequence. Each seed
/// has 2^64 subsequences of 2^67 words.
struct curandStateXORWOW {
  unsigned d, v[5];
  // The second number of a normally distributed pair, if it is kept.
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

namespace duet::spelling {

/// One step of the xorshift part. Returns the new word.
__device__ inline unsigned xorwow_step(unsigned (&v)[5]) {
  const unsigned t = v[0] ^ (v[0] >> 2);
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] ^= (v[4] << 4) ^ t ^ (t << 1);
  return v[4];
}

/// Advances the xorshift part by 2^k steps.
__device__ inline void xorwow_leap(unsigned (&v)[5], int k) {
  unsigned sum[5] = {};
#pragma unroll 1
  for (int word = 0; word < 5; ++word) {
    unsigned coefficients = xorwow_jump(k, word);
#pragma unroll 1
    for (int bit = 0; bit < 32; ++bit, coefficients >>= 1) {
      const unsigned taken = 0u - (coefficients & 1u);
      for (int i = 0; i < 5; ++i) sum[i] ^= v[i] & taken;
      xorwow_step(v);
    }
  }
  for (int i = 0; i < 5; ++i) v[i] = sum[i];
}

/// Advances the xorshift part by n * 2^`shift` steps.
__device__ inline void xorwow_jump_ahead(unsigned (&v)[5], unsigned long long n, int shift) {
#pragma unroll 1
  for (; shift < first_xorwow_jump; ++shift, n >>= 1) {
    if ((n & 1) == 0) continue;
#pragma unroll 1
    for (int i = 1 << shift; i > 0; --i) xorwow_step(v);
  }
#pragma unroll 1
  for (; n != 0; n >>= 1, ++shift) {
    if ((n & 1) != 0) xorwow_leap(v, shift);
  }
}

inline constexpr unsigned xorwow_increment = 362437;

}  // namespace duet::spelling

/// Skips `n` words.
__device__ inline void skipahead(unsigned long long n, curandStateXORWOW* state) {
  duet::spelling::xorwow_jump_ahead(state->v, n, 0);
  state->d += duet::spelling::xorwow_increment * unsigned(n);
}
/// Skips `n` subsequences, each of 2^67 words.
__device__ inline void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) {
  duet::spelling::xorwow_jump_ahead(state->v, n, 67);
}

/// Sets a state to word `offset` of a subsequence.
__device__ inline void curand_init(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset, curandStateXORWOW* state) {
  // How cuRAND mixes a seed into Marsaglia's initial values.
  const unsigned low = 1099087573u * (unsigned(seed) ^ 0xaad26b49u);
  const unsigned high = 2591861531u * (unsigned(seed >> 32) ^ 0xf7dcefddu);
  *state = {
      6615241u + high + low,
      {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low},
      0,
      0,
      0,
      0};
  // Both jumps in one place, so that the compiler has to translate them once.
#pragma unroll 1
  for (int part = 0; part < 2; ++part) {
    duet::spelling::xorwow_jump_ahead(state->v, part == 0 ? subsequence : offset,
                                      part == 0 ? 67 : 0);
  }
  state->d += duet::spelling::xorwow_increment * unsigned(offset);
}

/// Draws a word: 32 random bits.
__device__ inline unsigned curand(curandStateXORWOW* state) {
  state->d += duet::spelling::xorwow_increment;
  return duet::spelling::xorwow_step(state->v) + state->d;
}
