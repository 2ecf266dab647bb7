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

/// An array as a launch iterates over it.
struct FusionOperand {
  const std::byte* data;
  std::size_t bytes;  ///< of an element
  Dimensions strides;
  bool is_output;
};

/// The index space of a launch and the memory of each operand. The arrays are checked, broadcast
/// and merged into as few dimensions as possible.
struct FusionLayout {
  Dimensions shape{};
  std::int64_t size = 0;                  ///< elements; the rest is empty if it is 0
  std::vector<FusionOperand> operands{};  ///< the inputs, then the outputs
  std::size_t inputs = 0;                 ///< the number of inputs among the operands

  /// The range of bytes from an operand's first to its last element, both included.
  Access access(std::size_t operand) const;
};

/// @throws Error (invalid_argument) that names the array and the fault
FusionLayout make_layout(const FusionGraph& graph, std::span<const ArrayView> inputs,
                         std::span<const ArrayView> outputs);

/// @param layout      has at least one element
/// @param index_bits  the smallest permitted width of indices: 32 or 64
FusionVariant choose_variant(const FusionLayout& layout, int index_bits);

}  // namespace duet::detail
