#pragma once

#include "graph.hpp"
#include "layout.hpp"

namespace duet::detail {

/// Checks that no thread writes memory that another thread reads or writes: an output's elements
/// are distinct, and only an input that is the same array may share its memory.
/// @param layout  with positive strides of the first output
/// @throws Error (invalid_argument) that names the arrays that share memory
void check_overlaps(const FusionGraph& graph, const FusionLayout& layout);

}  // namespace duet::detail
