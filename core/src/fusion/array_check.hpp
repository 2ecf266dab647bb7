#pragma once

#include <span>

#include <duet/array_view.hpp>

#include "graph.hpp"

namespace duet::detail {

/// That the arrays of a launch are as many as the fusion has, of its types, in memory, and that
/// their shapes fit.
/// @throws Error (invalid_argument) telling which array is wrong and why
void check_arrays(const FusionGraph& graph, std::span<const ArrayView> inputs,
                  std::span<const ArrayView> outputs);

}  // namespace duet::detail
