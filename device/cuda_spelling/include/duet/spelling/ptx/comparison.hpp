#pragma once

#include <duet/spelling/ptx/values.hpp>

// Comparisons of PTX and the kinds of floating-point numbers.

namespace duet::ptx {

/// Those that end with u also hold if a number is NaN.
enum class Comparison { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };

template <Comparison comparison, typename T>
__device__ inline bool compare(T a, T b) {
  switch (comparison) {
    case Comparison::eq: return a == b;
    case Comparison::lt: return a < b;
    case Comparison::le: return a <= b;
    case Comparison::gt: return a > b;
    case Comparison::ge: return a >= b;
    case Comparison::ne: return detail::is_integer<T> ? a != b : a < b || a > b;
    case Comparison::equ: return !(a < b || a > b);
    case Comparison::neu: return a != b;
    case Comparison::ltu: return !(a >= b);
    case Comparison::leu: return !(a > b);
    case Comparison::gtu: return !(a <= b);
    case Comparison::geu: return !(a < b);
    case Comparison::num: return a == a && b == b;
    case Comparison::nan: return a != a || b != b;
  }
  return false;
}
/// All bits of an integer, or 1 as a number, if it holds.
template <typename To>
__device__ inline To truth(bool holds) {
  if constexpr (detail::is_integer<To>) {
    return To(holds ? -1 : 0);
  } else {
    return To(holds ? 1.0f : 0.0f);
  }
}

/// The exponent of a number, with all bits set if it is infinite or none.
__device__ inline unsigned exponent_of(float x) { return bits_as<unsigned>(x) >> 23 & 0xffu; }
__device__ inline unsigned exponent_of(double x) {
  return unsigned(bits_as<unsigned long long>(x) >> 52) & 0x7ffu;
}
template <typename F>
inline constexpr unsigned most_exponent = sizeof(F) == 4 ? 0xffu : 0x7ffu;
template <typename F>
__device__ inline bool is_finite(F x) {
  return exponent_of(x) != most_exponent<F>;
}
template <typename F>
__device__ inline bool is_notanumber(F x) {
  return x != x;
}
template <typename F>
__device__ inline bool is_infinite(F x) {
  return !is_finite(x) && !is_notanumber(x);
}
template <typename F>
__device__ inline bool is_any_number(F x) {
  return !is_notanumber(x);
}
template <typename F>
__device__ inline bool is_normal(F x) {
  return is_finite(x) && exponent_of(x) != 0;
}
template <typename F>
__device__ inline bool is_subnormal(F x) {
  return exponent_of(x) == 0 && x != 0;
}

}  // namespace duet::ptx
