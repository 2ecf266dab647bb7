#pragma once

// Integer functions: bits, products, sums of differences, products of bytes.

#include <duet/spelling/builtin/bits_of.hpp>

namespace duet::spelling {

__device__ inline int byte_at(unsigned word, int i, bool is_signed) {
  const unsigned byte = (word >> (8 * i)) & 0xffu;
  return is_signed ? int(byte << 24) >> 24 : int(byte);
}
__device__ inline int half_word_at(unsigned word, int i, bool is_signed) {
  const unsigned part = (word >> (16 * i)) & 0xffffu;
  return is_signed ? int(part << 16) >> 16 : int(part);
}
/// c + the products of four bytes.
__device__ inline unsigned dot_of_bytes(unsigned a, unsigned b, unsigned c, bool is_signed) {
  unsigned sum = c;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    sum += unsigned(byte_at(a, i, is_signed) * byte_at(b, i, is_signed));
  }
  return sum;
}
/// c + the products of two 16-bit numbers of a and two bytes of b from number `first` on.
__device__ inline unsigned dot_of_words(unsigned a, unsigned b, unsigned c, int first,
                                        bool is_signed) {
  unsigned sum = c;
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    sum += unsigned(half_word_at(a, i, is_signed) * byte_at(b, first + i, is_signed));
  }
  return sum;
}

}  // namespace duet::spelling

#define DUET_SPELLING_DOT(T_, c4, is_signed, short2_, char4_)                                     \
  __device__ inline T_ __dp4a(T_ a, T_ b, T_ c) {                                                 \
    return T_(duet::spelling::dot_of_bytes(unsigned(a), unsigned(b), unsigned(c), is_signed));    \
  }                                                                                               \
  __device__ inline T_ __dp4a(char4_ a, char4_ b, T_ c) {                                         \
    return __dp4a(T_(duet::spelling::bits_of(a)), T_(duet::spelling::bits_of(b)), c);             \
  }                                                                                               \
  __device__ inline T_ __dp2a_lo(T_ a, T_ b, T_ c) {                                              \
    return T_(duet::spelling::dot_of_words(unsigned(a), unsigned(b), unsigned(c), 0, is_signed)); \
  }                                                                                               \
  __device__ inline T_ __dp2a_hi(T_ a, T_ b, T_ c) {                                              \
    return T_(duet::spelling::dot_of_words(unsigned(a), unsigned(b), unsigned(c), 2, is_signed)); \
  }                                                                                               \
  __device__ inline T_ __dp2a_lo(short2_ a, char4_ b, T_ c) {                                     \
    return __dp2a_lo(T_(duet::spelling::bits_of(a)), T_(duet::spelling::bits_of(b)), c);          \
  }                                                                                               \
  __device__ inline T_ __dp2a_hi(short2_ a, char4_ b, T_ c) {                                     \
    return __dp2a_hi(T_(duet::spelling::bits_of(a)), T_(duet::spelling::bits_of(b)), c);          \
  }
DUET_SPELLING_DOT(int, char4, true, short2, char4)
DUET_SPELLING_DOT(unsigned, uchar4, false, ushort2, uchar4)
#undef DUET_SPELLING_DOT

/// PTX's prmt: picks four of eight bytes; bit 3 of a selector replicates the byte's sign.
__device__ inline unsigned duet_prmt(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = (static_cast<unsigned long long>(y) << 32) | x;
  unsigned result = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const unsigned pick = (selector >> (4 * i)) & 0xfu;
    unsigned byte = unsigned(bytes >> (8 * (pick & 7u))) & 0xffu;
    if (pick & 8u) byte = byte & 0x80u ? 0xffu : 0u;
    result |= byte << (8 * i);
  }
  return result;
}
/// Bit 3 of a selector has no meaning here.
__device__ inline unsigned duet_byte_perm(unsigned x, unsigned y, unsigned selector) {
  return duet_prmt(x, y, selector & 0x7777u);
}
#define __byte_perm duet_byte_perm

__device__ inline unsigned duet_funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = (static_cast<unsigned long long>(high) << 32) | low;
  return unsigned((both << (shift & 31u)) >> 32);
}
__device__ inline unsigned duet_funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = (static_cast<unsigned long long>(high) << 32) | low;
  return unsigned((both << (shift < 32u ? shift : 32u)) >> 32);
}
__device__ inline unsigned duet_funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = (static_cast<unsigned long long>(high) << 32) | low;
  return unsigned(both >> (shift & 31u));
}
__device__ inline unsigned duet_funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = (static_cast<unsigned long long>(high) << 32) | low;
  return unsigned(both >> (shift < 32u ? shift : 32u));
}
#define __funnelshift_l duet_funnelshift_l
#define __funnelshift_lc duet_funnelshift_lc
#define __funnelshift_r duet_funnelshift_r
#define __funnelshift_rc duet_funnelshift_rc

__device__ inline int duet_mul24(int x, int y) {
  return int(unsigned(int(unsigned(x) << 8) >> 8) * unsigned(int(unsigned(y) << 8) >> 8));
}
__device__ inline unsigned duet_umul24(unsigned x, unsigned y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}
__device__ inline long long duet_mul64hi(long long x, long long y) {
  return static_cast<long long>((static_cast<__int128>(x) * y) >> 64);
}
__device__ inline int duet_rhadd(int x, int y) {
  return int((static_cast<long long>(x) + y + 1) >> 1);
}
__device__ inline unsigned duet_uhadd(unsigned x, unsigned y) {
  return unsigned((static_cast<unsigned long long>(x) + y) >> 1);
}
__device__ inline unsigned duet_urhadd(unsigned x, unsigned y) {
  return unsigned((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
__device__ inline unsigned duet_sad(int x, int y, unsigned z) {
  return z + (x < y ? unsigned(y) - unsigned(x) : unsigned(x) - unsigned(y));
}
__device__ inline unsigned duet_usad(unsigned x, unsigned y, unsigned z) {
  return z + (x < y ? y - x : x - y);
}
/// The position of the set bit number `offset` from `base` on, downwards if it is negative.
__device__ inline unsigned duet_fns(unsigned mask, unsigned base, int offset) {
  const int step = offset < 0 ? -1 : 1;
  int left = offset == 0 ? 1 : offset * step;
  for (int at = int(base); at >= 0 && at < 32; at += step) {
    if (((mask >> at) & 1u) != 0 && --left == 0) return unsigned(at);
    if (offset == 0) break;
  }
  return ~0u;
}
#define __mul24 duet_mul24
#define __umul24 duet_umul24
#define __mul64hi duet_mul64hi
#define __rhadd duet_rhadd
#define __uhadd duet_uhadd
#define __urhadd duet_urhadd
#define __sad duet_sad
#define __usad duet_usad
#define __fns duet_fns

__device__ inline unsigned umin(unsigned a, unsigned b) { return b < a ? b : a; }
__device__ inline unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
__device__ inline long long llmin(long long a, long long b) { return b < a ? b : a; }
__device__ inline long long llmax(long long a, long long b) { return a < b ? b : a; }
__device__ inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return b < a ? b : a;
}
__device__ inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}
