#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <duet/array_view.hpp>
#include <duet/fused_kernel.hpp>

#include "array_reach.hpp"
#include "graph.hpp"

namespace duet::detail {

/// An array as a launch walks through it.
struct FusionOperand {
  const std::byte* data;
  std::size_t bytes;  ///< of an element
  Dimensions strides;
  bool is_output;
};

/// What a launch does: each element of a shape, and where each array has it. The arrays have been
/// checked, broadcast, and brought to as few dimensions as can be.
struct FusionLayout {
  Dimensions shape{};
  std::int64_t size = 0;                  ///< if it is 0, the rest is empty
  std::vector<FusionOperand> operands{};  ///< the inputs, then the outputs
  std::size_t inputs = 0;                 ///< how many of the operands

  /// The bytes between an operand's first and last element, both included.
  Access access(std::size_t operand) const;
};

/// @throws Error (invalid_argument) telling which array is wrong and why
FusionLayout make_layout(const FusionGraph& graph, std::span<const ArrayView> inputs,
                         std::span<const ArrayView> outputs);

/// @param layout      of at least one element
/// @param index_bits  at least so many
FusionVariant choose_variant(const FusionLayout& layout, int index_bits);

}  // namespace duet::detail
