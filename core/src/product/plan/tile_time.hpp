#pragma once

#include "plan.hpp"

// Models of the time that products take, in cycles. Their constants were fitted to times on an
// H100.

namespace duet::detail {

/// The number of tiles in all matrices of the batch; of groups, the most that there can be.
std::int64_t tile_count(const ProductProblem& problem, const ProductTileShape& tile);
/// The number of stages that the copy engine fills for the whole depth.
std::int64_t stage_count(const ProductProblem& problem);

/// The expected time by warpgroups: waves of blocks that multiply at the rate of the matrix unit or
/// of the second-level cache, or the time to read the operands from memory, whichever is longer,
/// and a part of the other.
double warpgroup_time(const ProductProblem& problem, const ProductTileShape& tile,
                      int multiprocessors);

/// The expected time of blocks whose operands the copy engine brings, by waves: of the products, or
/// to read the operands from memory, whichever is longer, and a part of the other.
/// @param rate  products a cycle and multiprocessor
double box_time(const ProductProblem& problem, const ProductTileShape& tile, double rate,
                int multiprocessors);

/// The expected time of other blocks, and of the kernel that adds the parts of a split depth.
/// @param rate  products a cycle and multiprocessor
double block_time(const ProductProblem& problem, const ProductTileShape& tile, double rate,
                  int multiprocessors);

}  // namespace duet::detail
