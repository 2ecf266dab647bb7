#pragma once

#include <duet/device/integers.hpp>
#include <duet/device/matrix/tf32.hpp>

namespace duet::detail {

/// The type of a sum of products of T.
template <typename T>
struct ProductSum {
  using type = float;
};
template <>
struct ProductSum<double> {
  using type = double;
};
template <>
struct ProductSum<int8_t> {
  using type = int;
};
template <>
struct ProductSum<uint8_t> {
  using type = int;
};

/// An element of an operand as ordinary arithmetic multiplies it.
template <typename Sum, typename T>
__device__ inline Sum product_value(T x) {
  return Sum(x);
}
/// Memory holds floats that are not rounded yet.
template <typename Sum>
__device__ inline Sum product_value(tf32 x) {
  return tf32(float(x));
}

}  // namespace duet::detail
