#pragma once

#include "plan.hpp"

namespace duet::detail {

/// Chooses the tile that a model of the time expects to be the fastest.
ProductTileShape choose_warpgroup_tile(const ProductProblem& problem, int multiprocessors);
ProductTileShape choose_wave_tile(const ProductProblem& problem, OperandOrder a, OperandOrder b,
                                  const ProductDevice& device);
ProductTileShape choose_arithmetic_tile(const ProductProblem& problem, int multiprocessors);

/// The dynamic shared memory of a block.
std::size_t warpgroup_shared_bytes(const ProductTileShape& tile, OperandOrder b);
/// The shared memory of a block, dynamic if it is more than `static_shared_bytes`.
std::size_t wave_shared_bytes(const ProductTileShape& tile);
inline constexpr std::size_t static_shared_bytes = 48 << 10;

/// The number of tiles in all matrices of the batch.
std::int64_t tile_count(const ProductProblem& problem, const ProductTileShape& tile);

}  // namespace duet::detail
