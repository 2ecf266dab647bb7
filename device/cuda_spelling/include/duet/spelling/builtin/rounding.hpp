#pragma once

// Arithmetic and conversions in the four rounding modes: rn to nearest, ties to even; rz towards
// zero; ru up; rd down. Each result is computed in the first mode, with the sign of its error, and
// moved to the neighbour where the mode wants that.

#include <duet/device/bit_cast.hpp>

namespace duet::spelling {

enum class Rounding { rn, rz, ru, rd };

template <typename F>
struct FloatBits;
template <>
struct FloatBits<float> {
  using type = unsigned;
  static constexpr type sign = 0x80000000u, infinity = 0x7f800000u;
};
template <>
struct FloatBits<double> {
  using type = unsigned long long;
  static constexpr type sign = 0x8000000000000000ull, infinity = 0x7ff0000000000000ull;
};

/// The neighbour of a finite or infinite number: away from zero or towards it.
template <typename F>
__device__ inline F neighbour(F x, bool up) {
  using Bits = typename FloatBits<F>::type;
  const Bits bits = bit_cast<Bits>(x);
  if ((bits & ~FloatBits<F>::sign) == 0) {
    return bit_cast<F>(Bits(up ? Bits(1) : Bits(FloatBits<F>::sign | 1)));
  }
  const bool is_negative = (bits & FloatBits<F>::sign) != 0;
  return bit_cast<F>(Bits(is_negative == up ? bits - 1 : bits + 1));
}
template <typename F>
__device__ inline bool is_infinite_or_nan(F x) {
  using Bits = typename FloatBits<F>::type;
  return (bit_cast<Bits>(x) & FloatBits<F>::infinity) == FloatBits<F>::infinity;
}

/// Rounds a value that `nearest` approximates.
/// @param error  negative, 0 or positive as the exact value minus `nearest`
template <Rounding mode, typename F, typename E>
__device__ inline F directed(F nearest, E error) {
  if constexpr (mode == Rounding::rn) return nearest;
  const bool up = error > E(0), down = error < E(0);
  if (!up && !down) return nearest;
  // A zero stands for a tiny value with the sign of the error.
  const bool is_negative = nearest < F(0) || (nearest == F(0) && down);
  if constexpr (mode == Rounding::ru) return up ? neighbour(nearest, true) : nearest;
  if constexpr (mode == Rounding::rd) return down ? neighbour(nearest, false) : nearest;
  if (nearest == F(0)) return is_negative ? -F(0) : F(0);
  if (is_negative) return up ? neighbour(nearest, true) : nearest;
  return down ? neighbour(nearest, false) : nearest;
}
/// An overflow of finite operands: the error is that towards zero.
template <Rounding mode, typename F>
__device__ inline F overflow(F infinity) {
  return directed<mode>(infinity, infinity > F(0) ? F(-1) : F(1));
}

/// The error of a sum rounded to nearest (D. Knuth, The Art of Computer Programming 2, 4.2.2).
template <typename F>
__device__ inline F sum_error(F a, F b, F sum) {
  const volatile F other = sum - a;
  const volatile F first = sum - other;
  return (a - first) + (b - other);
}
/// A product that is never fused with an addition.
template <typename F>
__device__ inline F product(F a, F b) {
#ifdef __clang__
#pragma clang fp contract(off)
#endif
  return a * b;
}
template <Rounding mode, typename F>
__device__ inline F add(F a, F b) {
  const F sum = a + b;
  if constexpr (mode == Rounding::rn) return sum;
  if (is_infinite_or_nan(sum)) {
    const bool is_overflow = sum == sum && !is_infinite_or_nan(a) && !is_infinite_or_nan(b);
    return is_overflow ? overflow<mode>(sum) : sum;
  }
  if (mode == Rounding::rd && sum == F(0) && a != F(0)) return -F(0);
  if (mode == Rounding::rd && sum == F(0) &&
      bit_cast<typename FloatBits<F>::type>(a) != bit_cast<typename FloatBits<F>::type>(b)) {
    return -F(0);
  }
  return directed<mode>(sum, sum_error(a, b, sum));
}

/// A float from a double whose distance from the exact value has the sign of `error`.
template <Rounding mode>
__device__ inline float narrow(double exact, double error = 0) {
  const float nearest = float(exact);
  if (is_infinite_or_nan(nearest)) {
    return nearest == nearest && !is_infinite_or_nan(exact) ? overflow<mode>(nearest) : nearest;
  }
  const double difference = exact - double(nearest);
  return directed<mode>(nearest, difference != 0 ? difference : error);
}

template <Rounding mode>
__device__ inline float multiply(float a, float b) {
  if constexpr (mode == Rounding::rn) return product(a, b);
  return narrow<mode>(double(a) * double(b));
}
template <Rounding mode>
__device__ inline double multiply(double a, double b) {
  const double product = spelling::product(a, b);
  if (mode == Rounding::rn) return product;
  if (is_infinite_or_nan(product)) {
    const bool is_overflow = product == product && !is_infinite_or_nan(a) && !is_infinite_or_nan(b);
    return is_overflow ? overflow<mode>(product) : product;
  }
  // Scaled, so that the error of a small product is no smaller than the least number.
  const double scale = ::fabs(product) < 0x1p-900 ? 0x1p+500 : 1.0;
  const double x = ::fabs(a) < ::fabs(b) ? a * scale : a, y = ::fabs(a) < ::fabs(b) ? b : b * scale;
  return directed<mode>(product, ::fma(x, y, -(product * scale)));
}
template <Rounding mode>
__device__ inline float fused(float a, float b, float c) {
  if constexpr (mode == Rounding::rn) return ::fmaf(a, b, c);
  const double product = double(a) * double(b), sum = product + double(c);
  if (is_infinite_or_nan(sum)) return float(sum);
  if (mode == Rounding::rd && sum == 0 && product != 0) return -0.0f;
  return narrow<mode>(sum, sum_error(product, double(c), sum));
}
template <Rounding mode>
__device__ inline double fused(double a, double b, double c) {
  const double nearest = ::fma(a, b, c);
  if (mode == Rounding::rn) return nearest;
  const double product = a * b;
  if (is_infinite_or_nan(nearest)) {
    const bool is_overflow = nearest == nearest && !is_infinite_or_nan(a) &&
                             !is_infinite_or_nan(b) && !is_infinite_or_nan(c);
    return is_overflow ? overflow<mode>(nearest) : nearest;
  }
  const double low = ::fma(a, b, -product), sum = product + c, rest = sum_error(product, c, sum);
  const double difference = sum - nearest, error = (difference + rest) + low;
  return directed<mode>(nearest, error);
}
template <Rounding mode, typename F>
__device__ inline F divide(F a, F b) {
  const F quotient = a / b;
  if (mode == Rounding::rn || quotient != quotient) return quotient;
  if (is_infinite_or_nan(quotient)) {
    const bool is_overflow = !is_infinite_or_nan(a) && b != F(0);
    return is_overflow ? overflow<mode>(quotient) : quotient;
  }
  if (is_infinite_or_nan(b) || a == F(0)) return quotient;
  if constexpr (sizeof(F) == 4) {
    const double rest = ::fma(-double(quotient), double(b), double(a));
    return directed<mode>(quotient, b < F(0) ? -rest : rest);
  } else {
    const F scale = ::fabs(a) < 0x1p-500 ? 0x1p+500 : 1.0;
    const F rest = ::fma(-(quotient * scale), b, a * scale);
    return directed<mode>(quotient, b < F(0) ? -rest : rest);
  }
}
template <Rounding mode, typename F>
__device__ inline F square_root(F x) {
  // In double: a float's own instruction may take subnormal numbers for 0. Rounding twice is exact.
  const F root = F(::sqrt(double(x)));
  if (mode == Rounding::rn || is_infinite_or_nan(root) || x == F(0)) return root;
  if constexpr (sizeof(F) == 4) {
    return directed<mode>(root, double(x) - double(root) * double(root));
  } else {
    const F scale = x < 0x1p-500 ? 0x1p+250 : 1.0;
    return directed<mode>(root, ::fma(-(root * scale), root * scale, x * scale * scale));
  }
}

}  // namespace duet::spelling

// clang-format off
#define DUET_SPELLING_MODES(X) X(rn) X(rz) X(ru) X(rd)
// clang-format on
#define DUET_SPELLING_ARITHMETIC(mode)                                      \
  __device__ inline float duet_fadd_##mode(float x, float y) {              \
    return duet::spelling::add<duet::spelling::Rounding::mode>(x, y);       \
  }                                                                         \
  __device__ inline float duet_fsub_##mode(float x, float y) {              \
    return duet::spelling::add<duet::spelling::Rounding::mode>(x, -y);      \
  }                                                                         \
  __device__ inline float duet_fmul_##mode(float x, float y) {              \
    return duet::spelling::multiply<duet::spelling::Rounding::mode>(x, y);  \
  }                                                                         \
  __device__ inline float duet_fmaf_##mode(float x, float y, float z) {     \
    return duet::spelling::fused<duet::spelling::Rounding::mode>(x, y, z);  \
  }                                                                         \
  __device__ inline float duet_fdiv_##mode(float x, float y) {              \
    return duet::spelling::divide<duet::spelling::Rounding::mode>(x, y);    \
  }                                                                         \
  __device__ inline float duet_frcp_##mode(float x) {                       \
    return duet::spelling::divide<duet::spelling::Rounding::mode>(1.0f, x); \
  }                                                                         \
  __device__ inline float duet_fsqrt_##mode(float x) {                      \
    return duet::spelling::square_root<duet::spelling::Rounding::mode>(x);  \
  }                                                                         \
  __device__ inline double duet_dadd_##mode(double x, double y) {           \
    return duet::spelling::add<duet::spelling::Rounding::mode>(x, y);       \
  }                                                                         \
  __device__ inline double duet_dsub_##mode(double x, double y) {           \
    return duet::spelling::add<duet::spelling::Rounding::mode>(x, -y);      \
  }                                                                         \
  __device__ inline double duet_dmul_##mode(double x, double y) {           \
    return duet::spelling::multiply<duet::spelling::Rounding::mode>(x, y);  \
  }                                                                         \
  __device__ inline double duet_fma_##mode(double x, double y, double z) {  \
    return duet::spelling::fused<duet::spelling::Rounding::mode>(x, y, z);  \
  }                                                                         \
  __device__ inline double duet_ddiv_##mode(double x, double y) {           \
    return duet::spelling::divide<duet::spelling::Rounding::mode>(x, y);    \
  }                                                                         \
  __device__ inline double duet_drcp_##mode(double x) {                     \
    return duet::spelling::divide<duet::spelling::Rounding::mode>(1.0, x);  \
  }                                                                         \
  __device__ inline double duet_dsqrt_##mode(double x) {                    \
    return duet::spelling::square_root<duet::spelling::Rounding::mode>(x);  \
  }
DUET_SPELLING_MODES(DUET_SPELLING_ARITHMETIC)
#undef DUET_SPELLING_ARITHMETIC
__device__ inline float duet_frsqrt_rn(float x) { return float(1.0 / ::sqrt(double(x))); }
#define __frsqrt_rn duet_frsqrt_rn
#define __fadd_rn duet_fadd_rn
#define __fadd_rz duet_fadd_rz
#define __fadd_ru duet_fadd_ru
#define __fadd_rd duet_fadd_rd
#define __fsub_rn duet_fsub_rn
#define __fsub_rz duet_fsub_rz
#define __fsub_ru duet_fsub_ru
#define __fsub_rd duet_fsub_rd
#define __fmul_rn duet_fmul_rn
#define __fmul_rz duet_fmul_rz
#define __fmul_ru duet_fmul_ru
#define __fmul_rd duet_fmul_rd
#define __fmaf_rn duet_fmaf_rn
#define __fmaf_rz duet_fmaf_rz
#define __fmaf_ru duet_fmaf_ru
#define __fmaf_rd duet_fmaf_rd
#define __fdiv_rn duet_fdiv_rn
#define __fdiv_rz duet_fdiv_rz
#define __fdiv_ru duet_fdiv_ru
#define __fdiv_rd duet_fdiv_rd
#define __frcp_rn duet_frcp_rn
#define __frcp_rz duet_frcp_rz
#define __frcp_ru duet_frcp_ru
#define __frcp_rd duet_frcp_rd
#define __fsqrt_rn duet_fsqrt_rn
#define __fsqrt_rz duet_fsqrt_rz
#define __fsqrt_ru duet_fsqrt_ru
#define __fsqrt_rd duet_fsqrt_rd
#define __dadd_rn duet_dadd_rn
#define __dadd_rz duet_dadd_rz
#define __dadd_ru duet_dadd_ru
#define __dadd_rd duet_dadd_rd
#define __dsub_rn duet_dsub_rn
#define __dsub_rz duet_dsub_rz
#define __dsub_ru duet_dsub_ru
#define __dsub_rd duet_dsub_rd
#define __dmul_rn duet_dmul_rn
#define __dmul_rz duet_dmul_rz
#define __dmul_ru duet_dmul_ru
#define __dmul_rd duet_dmul_rd
#define __fma_rn duet_fma_rn
#define __fma_rz duet_fma_rz
#define __fma_ru duet_fma_ru
#define __fma_rd duet_fma_rd
#define __ddiv_rn duet_ddiv_rn
#define __ddiv_rz duet_ddiv_rz
#define __ddiv_ru duet_ddiv_ru
#define __ddiv_rd duet_ddiv_rd
#define __drcp_rn duet_drcp_rn
#define __drcp_rz duet_drcp_rz
#define __drcp_ru duet_drcp_ru
#define __drcp_rd duet_drcp_rd
#define __dsqrt_rn duet_dsqrt_rn
#define __dsqrt_rz duet_dsqrt_rz
#define __dsqrt_ru duet_dsqrt_ru
#define __dsqrt_rd duet_dsqrt_rd
