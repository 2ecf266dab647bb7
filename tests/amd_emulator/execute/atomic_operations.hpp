#pragma once

#include <algorithm>

#include "execute/float_values.hpp"
#include "execute/small_floats.hpp"

// What atomic instructions compute: the new value from the old one and the operand. Source: AMD,
// "Vega 7nm Instruction Set Architecture", "MI200 Instruction Set Architecture" and "RDNA 2
// Instruction Set Architecture", chapters on flat, buffer and data share instructions.

namespace amd_emulator {

/// Two halves, each with its own sum.
struct HalfPair {
  u16 low;
  u16 high;
};

inline HalfPair add_pairs(HalfPair a, HalfPair b) {
  const auto sum = [](u16 x, u16 y) {
    return std::bit_cast<u16>(static_cast<half>(static_cast<double>(std::bit_cast<half>(x)) +
                                                static_cast<double>(std::bit_cast<half>(y))));
  };
  return {sum(a.low, b.low), sum(a.high, b.high)};
}

/// Two numbers of the type bfloat16.
struct BfloatPair {
  u16 low;
  u16 high;
};

inline BfloatPair add_pairs(BfloatPair a, BfloatPair b) {
  return {to_bfloat(from_bfloat(a.low) + from_bfloat(b.low)),
          to_bfloat(from_bfloat(a.high) + from_bfloat(b.high))};
}

/// Calls `add(name, operation)` for each integer operation; T is unsigned.
template <typename T, typename Add>
void for_each_integer_atomic(Add add) {
  using S = std::make_signed_t<T>;
  add("add", [](T a, T b) { return static_cast<T>(a + b); });
  add("sub", [](T a, T b) { return static_cast<T>(a - b); });
  add("smin", [](T a, T b) { return static_cast<S>(a) < static_cast<S>(b) ? a : b; });
  add("umin", [](T a, T b) { return std::min(a, b); });
  add("smax", [](T a, T b) { return static_cast<S>(a) > static_cast<S>(b) ? a : b; });
  add("umax", [](T a, T b) { return std::max(a, b); });
  add("and", [](T a, T b) { return static_cast<T>(a & b); });
  add("or", [](T a, T b) { return static_cast<T>(a | b); });
  add("xor", [](T a, T b) { return static_cast<T>(a ^ b); });
  add("inc", [](T a, T b) { return static_cast<T>(a >= b ? 0 : a + 1); });
  add("dec", [](T a, T b) { return static_cast<T>(a == 0 || a > b ? b : a - 1); });
  add("swap", [](T, T b) { return b; });
}

}  // namespace amd_emulator
