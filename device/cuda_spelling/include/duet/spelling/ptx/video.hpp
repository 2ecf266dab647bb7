#pragma once

#include <duet/spelling/ptx/values.hpp>

// PTX's video instructions, on a register or on two or four parts of it.

namespace duet::ptx {

enum class Video {
  add,
  sub,
  absdiff,
  min,
  max,
  avrg,
  shl_clamp,
  shl_wrap,
  shr_clamp,
  shr_wrap,
  eq,
  ne,
  lt,
  le,
  gt,
  ge
};

template <Video operation>
__device__ inline long long video_result(long long a, long long b) {
  switch (operation) {
    case Video::add: return a + b;
    case Video::sub: return a - b;
    case Video::absdiff: return a < b ? b - a : a - b;
    case Video::min: return a < b ? a : b;
    case Video::max: return a < b ? b : a;
    case Video::avrg: return (a + b + (a + b >= 0)) >> 1;
    case Video::shl_clamp: return b > 32 ? 0 : (a & 0xffffffffll) << b;
    case Video::shl_wrap: return (a & 0xffffffffll) << (b & 31);
    case Video::shr_clamp: return a >> (b > 32 ? 32 : b);
    case Video::shr_wrap: return a >> (b & 31);
    case Video::eq: return a == b;
    case Video::ne: return a != b;
    case Video::lt: return a < b;
    case Video::le: return a <= b;
    case Video::gt: return a > b;
    case Video::ge: return a >= b;
  }
  return 0;
}
/// A part of a register as a number.
/// @tparam T  int or unsigned, whose sign it has
template <int bits, typename T>
__device__ inline long long video_part(unsigned all, int at) {
  const unsigned upper = all << (32 - bits - at);
  return T(-1) < T(0) ? int(upper) >> (32 - bits) : static_cast<long long>(upper >> (32 - bits));
}
/// A register whose part at a bit is replaced.
template <int bits>
__device__ inline unsigned video_merged(unsigned part, int at, unsigned others) {
  const unsigned mask = 0xffffffffu >> (32 - bits) << at;
  return (others & ~mask) | (part << at & mask);
}
/// The result for the parts at a bit.
/// @tparam saturates  whether it is limited to the range of a part of the result
template <Video operation, int bits, typename To, typename A, typename B, bool saturates>
__device__ inline long long video_of_part(unsigned a, unsigned b, int at) {
  const long long exact =
      video_result<operation>(video_part<bits, A>(a, at), video_part<bits, B>(b, at));
  constexpr bool is_signed = To(-1) < To(0);
  constexpr long long least = is_signed ? -(1ll << (bits - 1)) : 0;
  constexpr long long most = (1ll << (bits - (is_signed ? 1 : 0))) - 1;
  if (!saturates) return exact;
  return exact < least ? least : exact > most ? most : exact;
}
template <Video operation, int bits, typename To, typename A, typename B, bool saturates>
__device__ inline unsigned video(unsigned a, unsigned b) {
  constexpr unsigned mask = 0xffffffffu >> (32 - bits);
  unsigned result = 0;
#pragma unroll
  for (int at = 0; at < 32; at += bits) {
    const long long part = video_of_part<operation, bits, To, A, B, saturates>(a, b, at);
    result |= (unsigned(part) & mask) << at;
  }
  return result;
}
/// The sum of the results for all parts.
template <Video operation, int bits, typename To, typename A, typename B, bool saturates>
__device__ inline unsigned video_sum(unsigned a, unsigned b) {
  unsigned sum = 0;
#pragma unroll
  for (int at = 0; at < 32; at += bits)
    sum += unsigned(video_of_part<operation, bits, To, A, B, saturates>(a, b, at));
  return sum;
}

}  // namespace duet::ptx
