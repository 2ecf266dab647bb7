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

/// Whether the copy engine can bring both operands to blocks by waves.
bool can_copy_boxes(const ProductProblem& problem, const ProductDevice& device);
/// The waves of a block that multiplies by them.
int wave_count(const ProductTileShape& tile, DataType type);
/// The dynamic shared memory of a block whose operands the copy engine brings.
std::size_t box_shared_bytes(const ProductTileShape& tile, OperandOrder b);
/// The shared memory of another block by waves, dynamic if it is more than `static_shared_bytes`.
std::size_t wave_shared_bytes(const ProductTileShape& tile);
inline constexpr std::size_t static_shared_bytes = 48 << 10;

}  // namespace duet::detail
