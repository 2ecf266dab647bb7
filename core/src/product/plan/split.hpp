#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "plan.hpp"

// Parts of the depth that are computed apart, for waves and arithmetic: one kernel computes their
// sums, as matrices of a batch in memory, and another adds them and finishes the elements.

namespace duet::detail {

/// Why the depth cannot have so many parts; null if it can.
const char* reason_against_splits(const ProductProblem& problem, int splits);

/// Numbers of parts that may be faster than one, since there are few tiles.
std::vector<int> useful_splits(const ProductProblem& problem, const ProductTileShape& tile,
                               const ProductDevice& device);

/// The size of the sums of all parts; 0 for a plan that is one launch.
std::size_t split_bytes(const ProductPlan& plan);

/// The two launches of a plan.
/// @param memory  of `split_bytes`, aligned to 16 bytes
std::array<ProductPlan, 2> split_steps(const ProductPlan& plan, const std::byte* memory);

}  // namespace duet::detail
