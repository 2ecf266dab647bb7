#pragma once

#include <cstdint>

#include <duet/array_view.hpp>

namespace duet::detail {

/// @throws Error (invalid_argument) on overflow
std::int64_t checked_product(std::int64_t a, std::int64_t b);

/// The smallest and largest offset of an array's elements from coordinates 0, in elements.
struct Reach {
  std::int64_t first = 0;  ///< not positive
  std::int64_t last = 0;   ///< not negative
};

/// @param shape  has at least one element
/// @throws Error (invalid_argument) on overflow
Reach reach_of(const Dimensions& shape, const Dimensions& strides);

}  // namespace duet::detail
