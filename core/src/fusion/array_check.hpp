#pragma once

#include <span>

#include <duet/array_view.hpp>

#include "graph.hpp"

namespace duet::detail {

/// Checks the number of arrays of a launch, their types, addresses, alignment and shapes.
/// @throws Error (invalid_argument) that names the array and the fault
void check_arrays(const FusionGraph& graph, std::span<const ArrayView> inputs,
                  std::span<const ArrayView> outputs);

}  // namespace duet::detail
