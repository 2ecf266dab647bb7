#pragma once

#include <vector>

#include "plan.hpp"

namespace duet::detail {

/// The tiles that blocks may compute, the one first that a model of the time expects to be the
/// fastest.
/// @param splits  of the depth, by waves and arithmetic; 0: one that the model chooses
std::vector<ProductTileShape> warpgroup_tiles(const ProductProblem& problem, int multiprocessors);
std::vector<ProductTileShape> wave_tiles(const ProductProblem& problem, OperandOrder a,
                                         OperandOrder b, int splits, const ProductDevice& device);
std::vector<ProductTileShape> arithmetic_tiles(const ProductProblem& problem, int splits,
                                               const ProductDevice& device);

/// The waves of a block that multiplies by them.
int wave_count(const ProductTileShape& tile, DataType type);
/// The dynamic shared memory of a block.
std::size_t warpgroup_shared_bytes(const ProductTileShape& tile, OperandOrder b);
/// The shared memory of a block, dynamic if it is more than `static_shared_bytes`.
std::size_t wave_shared_bytes(const ProductTileShape& tile);
inline constexpr std::size_t static_shared_bytes = 48 << 10;

/// The number of tiles in all matrices of the batch; of groups, the most that there can be.
std::int64_t tile_count(const ProductProblem& problem, const ProductTileShape& tile);

}  // namespace duet::detail
