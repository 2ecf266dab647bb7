#pragma once

#include <set>
#include <string>

#include <duet/fused_kernel.hpp>

#include "graph.hpp"

namespace duet::detail {

/// The number of threads in a block.
inline constexpr unsigned fusion_block = 256;

/// The name of every variant's kernel.
inline constexpr const char* fusion_kernel = "fused";

/// Returns the source of a variant. Parameters of the kernel: the addresses of the inputs and
/// outputs; for strided arrays the shape, the strides of each operand and, if the variant takes any
/// number of dimensions, their number; the number of elements.
std::string kernel_source(const FusionGraph& graph, const FusionVariant& variant);

/// The expression of one element as text.
struct FusionFunction {
  std::set<std::string> headers;  ///< below duet/device/, without ".hpp"
  /// The device function `evaluate`: the inputs that are needed by value, then the outputs by
  /// reference.
  std::string text;
};
FusionFunction evaluation_source(const FusionGraph& graph);

}  // namespace duet::detail
