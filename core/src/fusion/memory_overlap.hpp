#pragma once

#include "graph.hpp"
#include "layout.hpp"

namespace duet::detail {

/// That what a launch writes is written by one thread and read by no other: an output's elements
/// lie apart, and no other operand uses its memory but an input that is the same array.
/// @param layout  whose first output walks forwards
/// @throws Error (invalid_argument) telling which arrays share memory
void check_overlaps(const FusionGraph& graph, const FusionLayout& layout);

}  // namespace duet::detail
