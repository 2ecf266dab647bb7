#pragma once

// Operations on two 16-bit or four 8-bit integers in a word.

namespace duet::spelling {

/// Applies `op` to the parts of up to three words. Each result fills its part's bits.
template <int bits, typename Op, typename... Word>
__device__ inline unsigned each_part(Op op, Word... words) {
  constexpr unsigned mask = bits == 16 ? 0xffffu : 0xffu;
  unsigned result = 0;
#pragma unroll
  for (int at = 0; at < 32; at += bits) {
    result |= (unsigned(op(((words >> at) & mask)...)) & mask) << at;
  }
  return result;
}
/// The sum of the results for all parts.
template <int bits, typename Op>
__device__ inline unsigned sum_of_parts(Op op, unsigned a, unsigned b) {
  constexpr unsigned mask = bits == 16 ? 0xffffu : 0xffu;
  unsigned result = 0;
#pragma unroll
  for (int at = 0; at < 32; at += bits) result += unsigned(op((a >> at) & mask, (b >> at) & mask));
  return result;
}
/// A part as a signed number.
template <int bits>
__device__ inline int signed_part(unsigned x) {
  return int(x << (32 - bits)) >> (32 - bits);
}
template <int bits>
__device__ inline int saturate_signed(int x) {
  constexpr int most = (1 << (bits - 1)) - 1;
  return x > most ? most : x < -most - 1 ? -most - 1 : x;
}
template <int bits>
__device__ inline int saturate_unsigned(int x) {
  constexpr int most = (1 << bits) - 1;
  return x > most ? most : x < 0 ? 0 : x;
}

}  // namespace duet::spelling

// In the expressions x and y are unsigned parts, s and t the same as signed numbers, and n the
// number of bits.
#define DUET_SPELLING_PARTS_1(name, n, expression)                          \
  __device__ inline unsigned name(unsigned a) {                             \
    return duet::spelling::each_part<n>(                                    \
        [](unsigned x) {                                                    \
          [[maybe_unused]] const int s = duet::spelling::signed_part<n>(x); \
          return expression;                                                \
        },                                                                  \
        a);                                                                 \
  }
#define DUET_SPELLING_PARTS_2(name, n, function, expression)                \
  __device__ inline unsigned name(unsigned a, unsigned b) {                 \
    return duet::spelling::function<n>(                                     \
        [](unsigned x, unsigned y) {                                        \
          [[maybe_unused]] const int s = duet::spelling::signed_part<n>(x); \
          [[maybe_unused]] const int t = duet::spelling::signed_part<n>(y); \
          return expression;                                                \
        },                                                                  \
        a, b);                                                              \
  }
#define DUET_SPELLING_PARTS(n, size)                                                             \
  DUET_SPELLING_PARTS_1(__vabs##size, n, s < 0 ? -s : s)                                         \
  DUET_SPELLING_PARTS_1(__vabsss##size, n, duet::spelling::saturate_signed<n>(s < 0 ? -s : s))   \
  DUET_SPELLING_PARTS_1(__vneg##size, n, -s)                                                     \
  DUET_SPELLING_PARTS_1(__vnegss##size, n, duet::spelling::saturate_signed<n>(-s))               \
  DUET_SPELLING_PARTS_2(__vadd##size, n, each_part, x + y)                                       \
  DUET_SPELLING_PARTS_2(__vaddss##size, n, each_part, duet::spelling::saturate_signed<n>(s + t)) \
  DUET_SPELLING_PARTS_2(__vaddus##size, n, each_part,                                            \
                        duet::spelling::saturate_unsigned<n>(int(x + y)))                        \
  DUET_SPELLING_PARTS_2(__vsub##size, n, each_part, x - y)                                       \
  DUET_SPELLING_PARTS_2(__vsubss##size, n, each_part, duet::spelling::saturate_signed<n>(s - t)) \
  DUET_SPELLING_PARTS_2(__vsubus##size, n, each_part, x < y ? 0u : x - y)                        \
  DUET_SPELLING_PARTS_2(__vavgs##size, n, each_part, (s + t + (s + t >= 0)) >> 1)                \
  DUET_SPELLING_PARTS_2(__vavgu##size, n, each_part, (x + y + 1) >> 1)                           \
  DUET_SPELLING_PARTS_2(__vhaddu##size, n, each_part, (x + y) >> 1)                              \
  DUET_SPELLING_PARTS_2(__vabsdiffs##size, n, each_part, s < t ? t - s : s - t)                  \
  DUET_SPELLING_PARTS_2(__vabsdiffu##size, n, each_part, x < y ? y - x : x - y)                  \
  DUET_SPELLING_PARTS_2(__vsads##size, n, sum_of_parts, s < t ? t - s : s - t)                   \
  DUET_SPELLING_PARTS_2(__vsadu##size, n, sum_of_parts, x < y ? y - x : x - y)                   \
  DUET_SPELLING_PARTS_2(__vmaxs##size, n, each_part, s < t ? t : s)                              \
  DUET_SPELLING_PARTS_2(__vmaxu##size, n, each_part, x < y ? y : x)                              \
  DUET_SPELLING_PARTS_2(__vmins##size, n, each_part, s < t ? s : t)                              \
  DUET_SPELLING_PARTS_2(__vminu##size, n, each_part, x < y ? x : y)                              \
  DUET_SPELLING_COMPARE(eq##size, n, x == y)                                                     \
  DUET_SPELLING_COMPARE(ne##size, n, x != y)                                                     \
  DUET_SPELLING_COMPARE(ges##size, n, s >= t)                                                    \
  DUET_SPELLING_COMPARE(geu##size, n, x >= y)                                                    \
  DUET_SPELLING_COMPARE(gts##size, n, s > t)                                                     \
  DUET_SPELLING_COMPARE(gtu##size, n, x > y)                                                     \
  DUET_SPELLING_COMPARE(les##size, n, s <= t)                                                    \
  DUET_SPELLING_COMPARE(leu##size, n, x <= y)                                                    \
  DUET_SPELLING_COMPARE(lts##size, n, s < t)                                                     \
  DUET_SPELLING_COMPARE(ltu##size, n, x < y)
// All bits of a part if it holds, and bit 0.
#define DUET_SPELLING_COMPARE(name, n, condition)                           \
  DUET_SPELLING_PARTS_2(__vcmp##name, n, each_part, (condition) ? ~0u : 0u) \
  DUET_SPELLING_PARTS_2(__vset##name, n, each_part, (condition) ? 1u : 0u)

DUET_SPELLING_PARTS(16, 2)
DUET_SPELLING_PARTS(8, 4)
#undef DUET_SPELLING_PARTS
#undef DUET_SPELLING_COMPARE
#undef DUET_SPELLING_PARTS_2
#undef DUET_SPELLING_PARTS_1
