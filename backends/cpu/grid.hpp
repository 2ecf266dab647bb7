#pragma once

#include <cstddef>

#include "loaded_code.hpp"
#include "outcome.hpp"

namespace duet::cpu {

/// A kernel with all that a run of it takes.
struct Grid {
  const Function* function;
  duet_cpu::Extent grid;
  duet_cpu::Extent block;
  std::size_t shared_bytes;
  void* const* arguments;
};

/// Runs all blocks and returns when they are done, or when one has failed. A grid that is worth it
/// is spread over the machine's cores.
Outcome run_grid(const Grid& grid) noexcept;

}  // namespace duet::cpu
