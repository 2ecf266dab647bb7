#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "cpu/base/outcome.hpp"
#include "loaded_code.hpp"

namespace duet::cpu {

/// A launch: a kernel, its shape and its arguments. Views; valid during the launch.
struct Grid {
  const Function* function;
  duet_cpu::Extent grid;
  duet_cpu::Extent block;
  std::size_t shared_bytes;
  void* const* arguments;
  bool cooperative;  ///< all blocks exist at the same time

  std::uint64_t blocks() const noexcept { return std::uint64_t{grid.x} * grid.y * grid.z; }
  /// The index of a block by its number, x running fastest.
  duet_cpu::Extent block_index(std::uint64_t number) const noexcept {
    const std::uint64_t row = number / grid.x;
    return {static_cast<unsigned>(number % grid.x), static_cast<unsigned>(row % grid.y),
            static_cast<unsigned>(row / grid.y)};
  }
  /// Consecutive blocks, for BlockRunner.
  duet_cpu::Task task(std::uint64_t first, std::uint64_t count) const noexcept {
    return {.grid = grid,
            .block = block,
            .first_block = block_index(first),
            .blocks = count,
            .first_thread = {},
            .end_thread = {},
            .arguments = arguments,
            .shared = nullptr,
            .present = nullptr};
  }
  Outcome failure(Outcome outcome) const {
    outcome.text = "kernel '" + function->name + "', " + outcome.text;
    return outcome;
  }
};

/// Runs all blocks, or until one fails. Spreads long grids over the machine's cores.
/// @returns the first failure
Outcome run_grid(const Grid& grid) noexcept;

}  // namespace duet::cpu
