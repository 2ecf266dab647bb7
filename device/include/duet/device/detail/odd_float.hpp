#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/type_traits.hpp>
#include <duet/device/integers.hpp>

// Conversion of numbers of more than 24 bits to a float on the way to 16-bit types. Rounding to
// nearest here could round twice. Rounding to odd does not: it rounds toward zero and sets the last
// bit if anything is lost, so that numbers between two 16-bit numbers stay on their side of the
// midpoint. Proof: Boldo, Melquiond, "Emulation of a FMA and correctly rounded sums: proved
// algorithms using rounding to odd", IEEE Transactions on Computers 57 (2008); it needs two bits
// more than the result has.

namespace duet::detail {

/// The number rounded to odd. A template, so that compilers read it only where it is used.
/// @tparam T  double, uint32_t or uint64_t
/// @param x   NaN and infinities stay as they are
template <typename T>
__device__ inline float odd_float(T x) {
  if constexpr (is_same<T, double>) {
    const float nearest = float(x);
    const double back = nearest;
    const uint32_t bits = bit_cast<uint32_t>(nearest);
    if (back == x || x != x) return nearest;
    const bool away_from_zero = (x > 0) == (back > x);
    return bit_cast<float>((bits - (away_from_zero ? 1u : 0u)) | 1u);
  } else if constexpr (sizeof(T) == 4) {
    const uint32_t last = x >> 24 == 0 ? 0 : x & 0xffu;
    return float(last == 0 ? x : (x - last) | 0x100u);
  } else {
    if (x >> 32 == 0) return odd_float(uint32_t(x));
    const int excess = 32 - __clz(int(x >> 32));
    const uint32_t kept = uint32_t(x >> excess);
    const bool lost = uint64_t(kept) << excess != x;
    return odd_float(kept | uint32_t(lost)) * bit_cast<float>(uint32_t(127 + excess) << 23);
  }
}
/// An integer of any type, rounded to odd.
template <typename Integer>
__device__ inline float odd_float_of_integer(Integer x) {
  if constexpr (sizeof(Integer) < 4) {
    return float(x);
  } else {
    using Unsigned = conditional<(sizeof(Integer) > 4), uint64_t, uint32_t>;
    if constexpr (Integer(-1) < Integer(1)) {
      if (x < 0) return -odd_float(Unsigned(0) - Unsigned(x));
    }
    return odd_float(Unsigned(x));
  }
}

/// `a` * `b` + `c`, rounded to odd.
/// @param a, b  of at most 24 bits and far from a double's limits, so that their product is exact
__device__ inline float odd_fma(double a, double b, double c) {
  const double product = a * b;
  const double sum = product + c;
  // The exact error of the sum: TwoSum, Knuth, The Art of Computer Programming, 4.2.2.
  const double of_c = sum - product;
  const double error = (product - (sum - of_c)) + (c - of_c);
  const uint64_t bits = bit_cast<uint64_t>(sum);
  const bool lost = error < 0 || error > 0;
  if (!lost || (bits & 1) != 0) return odd_float(sum);
  return odd_float(bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1));
}

}  // namespace duet::detail
