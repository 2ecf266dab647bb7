#pragma once

// Conversions between numbers in the four rounding modes. Floating-point numbers out of an
// integer's range become its least or greatest value. NaN becomes 0; from double, and to 64 bits,
// the integer whose highest bit alone is set (PTX ISA, cvt).

#include <duet/spelling/builtin/rounding.hpp>

namespace duet::spelling {

template <Rounding mode, typename F>
__device__ inline F rounded(F x) {
  if constexpr (mode == Rounding::rn) return ::rint(x);
  if constexpr (mode == Rounding::rz) return ::trunc(x);
  if constexpr (mode == Rounding::ru) return ::ceil(x);
  return ::floor(x);
}
template <Rounding mode, typename I, typename F>
__device__ inline I to_integer(F x) {
  constexpr bool is_signed = I(-1) < I(0);
  constexpr I highest_bit = I(I(1) << (8 * sizeof(I) - 1));
  constexpr I least = is_signed ? highest_bit : I(0), most = I(~least);
  if (x != x) return sizeof(F) == 8 || sizeof(I) == 8 ? highest_bit : I(0);
  const F whole = rounded<mode>(x);
  // 2 to the number of value bits.
  const F end = F(is_signed ? highest_bit : I(most / 2 + 1)) * F(is_signed ? -1 : 2);
  if (whole >= end) return most;
  if (whole <= F(least)) return least;
  return I(whole);
}
/// A floating-point number from an integer of up to 64 bits.
template <Rounding mode, typename F, typename I>
__device__ inline F from_integer(I x) {
  const F nearest = F(x);
  if constexpr (mode == Rounding::rn) return nearest;
  // The difference of the integers; the nearest number may be one past the greatest integer.
  constexpr bool is_signed = I(-1) < I(0);
  const F end = F(18446744073709551616.0) / (is_signed ? F(2) : F(1));
  if (sizeof(I) == 8 && nearest >= end) return directed<mode>(nearest, -1);
  const I back = I(nearest);
  return directed<mode>(nearest, x > back ? 1 : x < back ? -1 : 0);
}

}  // namespace duet::spelling

#define DUET_SPELLING_CONVERSIONS(mode)                                                       \
  __device__ inline int duet_float2int_##mode(float x) {                                      \
    return duet::spelling::to_integer<duet::spelling::Rounding::mode, int>(x);                \
  }                                                                                           \
  __device__ inline float duet_int2float_##mode(int x) {                                      \
    return duet::spelling::from_integer<duet::spelling::Rounding::mode, float>(x);            \
  }                                                                                           \
  __device__ inline int duet_double2int_##mode(double x) {                                    \
    return duet::spelling::to_integer<duet::spelling::Rounding::mode, int>(x);                \
  }                                                                                           \
  __device__ inline double duet_int2double_##mode(int x) {                                    \
    return duet::spelling::from_integer<duet::spelling::Rounding::mode, double>(x);           \
  }                                                                                           \
  __device__ inline unsigned duet_float2uint_##mode(float x) {                                \
    return duet::spelling::to_integer<duet::spelling::Rounding::mode, unsigned>(x);           \
  }                                                                                           \
  __device__ inline float duet_uint2float_##mode(unsigned x) {                                \
    return duet::spelling::from_integer<duet::spelling::Rounding::mode, float>(x);            \
  }                                                                                           \
  __device__ inline unsigned duet_double2uint_##mode(double x) {                              \
    return duet::spelling::to_integer<duet::spelling::Rounding::mode, unsigned>(x);           \
  }                                                                                           \
  __device__ inline double duet_uint2double_##mode(unsigned x) {                              \
    return duet::spelling::from_integer<duet::spelling::Rounding::mode, double>(x);           \
  }                                                                                           \
  __device__ inline long long duet_float2ll_##mode(float x) {                                 \
    return duet::spelling::to_integer<duet::spelling::Rounding::mode, long long>(x);          \
  }                                                                                           \
  __device__ inline float duet_ll2float_##mode(long long x) {                                 \
    return duet::spelling::from_integer<duet::spelling::Rounding::mode, float>(x);            \
  }                                                                                           \
  __device__ inline long long duet_double2ll_##mode(double x) {                               \
    return duet::spelling::to_integer<duet::spelling::Rounding::mode, long long>(x);          \
  }                                                                                           \
  __device__ inline double duet_ll2double_##mode(long long x) {                               \
    return duet::spelling::from_integer<duet::spelling::Rounding::mode, double>(x);           \
  }                                                                                           \
  __device__ inline unsigned long long duet_float2ull_##mode(float x) {                       \
    return duet::spelling::to_integer<duet::spelling::Rounding::mode, unsigned long long>(x); \
  }                                                                                           \
  __device__ inline float duet_ull2float_##mode(unsigned long long x) {                       \
    return duet::spelling::from_integer<duet::spelling::Rounding::mode, float>(x);            \
  }                                                                                           \
  __device__ inline unsigned long long duet_double2ull_##mode(double x) {                     \
    return duet::spelling::to_integer<duet::spelling::Rounding::mode, unsigned long long>(x); \
  }                                                                                           \
  __device__ inline double duet_ull2double_##mode(unsigned long long x) {                     \
    return duet::spelling::from_integer<duet::spelling::Rounding::mode, double>(x);           \
  }                                                                                           \
  __device__ inline float duet_double2float_##mode(double x) {                                \
    return duet::spelling::narrow<duet::spelling::Rounding::mode>(x);                         \
  }
DUET_SPELLING_MODES(DUET_SPELLING_CONVERSIONS)
#undef DUET_SPELLING_CONVERSIONS
#undef DUET_SPELLING_MODES
#define __float2int_rn duet_float2int_rn
#define __float2int_rz duet_float2int_rz
#define __float2int_ru duet_float2int_ru
#define __float2int_rd duet_float2int_rd
#define __int2float_rn duet_int2float_rn
#define __int2float_rz duet_int2float_rz
#define __int2float_ru duet_int2float_ru
#define __int2float_rd duet_int2float_rd
#define __double2int_rn duet_double2int_rn
#define __double2int_rz duet_double2int_rz
#define __double2int_ru duet_double2int_ru
#define __double2int_rd duet_double2int_rd
#define __int2double_rn duet_int2double_rn
#define __int2double_rz duet_int2double_rz
#define __int2double_ru duet_int2double_ru
#define __int2double_rd duet_int2double_rd
#define __float2uint_rn duet_float2uint_rn
#define __float2uint_rz duet_float2uint_rz
#define __float2uint_ru duet_float2uint_ru
#define __float2uint_rd duet_float2uint_rd
#define __uint2float_rn duet_uint2float_rn
#define __uint2float_rz duet_uint2float_rz
#define __uint2float_ru duet_uint2float_ru
#define __uint2float_rd duet_uint2float_rd
#define __double2uint_rn duet_double2uint_rn
#define __double2uint_rz duet_double2uint_rz
#define __double2uint_ru duet_double2uint_ru
#define __double2uint_rd duet_double2uint_rd
#define __uint2double_rn duet_uint2double_rn
#define __uint2double_rz duet_uint2double_rz
#define __uint2double_ru duet_uint2double_ru
#define __uint2double_rd duet_uint2double_rd
#define __float2ll_rn duet_float2ll_rn
#define __float2ll_rz duet_float2ll_rz
#define __float2ll_ru duet_float2ll_ru
#define __float2ll_rd duet_float2ll_rd
#define __ll2float_rn duet_ll2float_rn
#define __ll2float_rz duet_ll2float_rz
#define __ll2float_ru duet_ll2float_ru
#define __ll2float_rd duet_ll2float_rd
#define __double2ll_rn duet_double2ll_rn
#define __double2ll_rz duet_double2ll_rz
#define __double2ll_ru duet_double2ll_ru
#define __double2ll_rd duet_double2ll_rd
#define __ll2double_rn duet_ll2double_rn
#define __ll2double_rz duet_ll2double_rz
#define __ll2double_ru duet_ll2double_ru
#define __ll2double_rd duet_ll2double_rd
#define __float2ull_rn duet_float2ull_rn
#define __float2ull_rz duet_float2ull_rz
#define __float2ull_ru duet_float2ull_ru
#define __float2ull_rd duet_float2ull_rd
#define __ull2float_rn duet_ull2float_rn
#define __ull2float_rz duet_ull2float_rz
#define __ull2float_ru duet_ull2float_ru
#define __ull2float_rd duet_ull2float_rd
#define __double2ull_rn duet_double2ull_rn
#define __double2ull_rz duet_double2ull_rz
#define __double2ull_ru duet_double2ull_ru
#define __double2ull_rd duet_double2ull_rd
#define __ull2double_rn duet_ull2double_rn
#define __ull2double_rz duet_ull2double_rz
#define __ull2double_ru duet_ull2double_ru
#define __ull2double_rd duet_ull2double_rd
#define __double2float_rn duet_double2float_rn
#define __double2float_rz duet_double2float_rz
#define __double2float_ru duet_double2float_ru
#define __double2float_rd duet_double2float_rd

__device__ inline int duet_double2hiint(double x) {
  return int(duet::bit_cast<unsigned long long>(x) >> 32);
}
__device__ inline int duet_double2loint(double x) {
  return int(duet::bit_cast<unsigned long long>(x));
}
__device__ inline double duet_hiloint2double(int high, int low) {
  return duet::bit_cast<double>((static_cast<unsigned long long>(unsigned(high)) << 32) |
                                unsigned(low));
}
#define __double2hiint duet_double2hiint
#define __double2loint duet_double2loint
#define __hiloint2double duet_hiloint2double
