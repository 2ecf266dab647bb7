#pragma once

#include <duet/device/integers.hpp>

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

}  // namespace duet::detail
