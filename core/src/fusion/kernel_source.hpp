#pragma once

#include <string>

#include <duet/fused_kernel.hpp>

#include "graph.hpp"

namespace duet::detail {

/// Threads of a block.
inline constexpr unsigned fusion_block = 256;

/// The name of every variant's kernel.
inline constexpr const char* fusion_kernel = "fused";

/// The source of a variant. The kernel's parameters are the addresses of the inputs and outputs;
/// for strided arrays the shape, the operands' strides and, for any number of dimensions, that
/// number; and the number of elements.
std::string kernel_source(const FusionGraph& graph, const FusionVariant& variant);

}  // namespace duet::detail
