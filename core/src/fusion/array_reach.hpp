#pragma once

#include <cstdint>

#include <duet/array_view.hpp>

namespace duet::detail {

/// @throws Error (invalid_argument) if 64 bits do not hold it
std::int64_t product(std::int64_t a, std::int64_t b);

/// How far an array's elements lie from the one at coordinates 0, in elements.
struct Reach {
  std::int64_t first = 0;  ///< not positive
  std::int64_t last = 0;   ///< not negative
};

/// @param shape  of at least one element
/// @throws Error (invalid_argument) if 64 bits do not hold it
Reach reach_of(const Dimensions& shape, const Dimensions& strides);

}  // namespace duet::detail
