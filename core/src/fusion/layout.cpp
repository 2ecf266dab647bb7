#include "layout.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "array_check.hpp"
#include "memory_overlap.hpp"

namespace duet::detail {

namespace {

constexpr std::int64_t most_in_32_bits = std::numeric_limits<std::int32_t>::max();

/// The strides of an array whose shape is known to broadcast to another.
Dimensions broadcast_strides(const ArrayView& array, const Dimensions& shape) {
  Dimensions strides = shape;
  const int missing = shape.size() - array.shape().size();
  for (int d = 0; d < shape.size(); ++d) {
    const bool is_repeated = d < missing || array.shape()[d - missing] == 1;
    strides[d] = is_repeated ? 0 : array.strides()[d - missing];
  }
  return strides;
}

/// The dimensions in another order, or fewer of them.
Dimensions pick(const Dimensions& from, std::span<const int> dimensions) {
  std::array<std::int64_t, max_dimensions> values{};
  for (std::size_t i = 0; i < dimensions.size(); ++i) values[i] = from[dimensions[i]];
  return Dimensions(std::span(values).first(dimensions.size()));
}
void pick(FusionLayout& layout, std::span<const int> dimensions) {
  layout.shape = pick(layout.shape, dimensions);
  for (FusionOperand& operand : layout.operands)
    operand.strides = pick(operand.strides, dimensions);
}

/// Where the first output walks backwards, all walk the other way.
void walk_forwards(FusionLayout& layout) {
  const Dimensions leading = layout.operands[layout.inputs].strides;
  for (int d = 0; d < layout.shape.size(); ++d) {
    if (leading[d] >= 0) continue;
    for (FusionOperand& operand : layout.operands) {
      operand.data +=
          (layout.shape[d] - 1) * operand.strides[d] * static_cast<std::int64_t>(operand.bytes);
      operand.strides[d] = -operand.strides[d];
    }
  }
}

/// Leaves out dimensions of one element, and sorts the others as the first output has them in
/// memory.
void sort_dimensions(FusionLayout& layout) {
  std::vector<int> order;
  for (int d = 0; d < layout.shape.size(); ++d) {
    if (layout.shape[d] > 1) order.push_back(d);
  }
  const Dimensions leading = layout.operands[layout.inputs].strides;
  std::ranges::stable_sort(order, std::greater<>(), [&](int d) { return leading[d]; });
  pick(layout, order);
}

/// Makes one dimension of those that follow each other in the memory of all operands.
void merge_dimensions(FusionLayout& layout) {
  std::vector<int> kept;  // the innermost of those merged
  for (int d = 0; d < layout.shape.size(); ++d) {
    const bool goes_on =
        !kept.empty() && std::ranges::all_of(layout.operands, [&](const FusionOperand& operand) {
          return operand.strides[d - 1] == operand.strides[d] * layout.shape[d];
        });
    if (goes_on) {
      layout.shape[d] *= layout.shape[d - 1];
      kept.back() = d;
    } else {
      kept.push_back(d);
    }
  }
  pick(layout, kept);
}

bool fits_32_bits(const FusionLayout& layout) {
  if (layout.size > most_in_32_bits) return false;
  return std::ranges::all_of(layout.operands, [&](const FusionOperand& operand) {
    const Reach reach = reach_of(layout.shape, operand.strides);
    return reach.first >= -most_in_32_bits && reach.last <= most_in_32_bits;
  });
}

/// Whether elements follow each other in the outputs, and in the inputs that do not repeat one.
bool is_dense(const FusionLayout& layout) {
  if (layout.shape.size() == 0) return true;
  return layout.shape.size() == 1 &&
         std::ranges::all_of(layout.operands, [](const FusionOperand& operand) {
           return operand.strides[0] == 1 || (operand.strides[0] == 0 && !operand.is_output);
         });
}

/// Elements that a thread takes of dense arrays, in vectors of at most 16 bytes; 1 if the memory is
/// not aligned so.
int vector_elements(const FusionLayout& layout, std::uint64_t scalars) {
  std::size_t largest = 1;
  std::uintptr_t addresses = 0;  // in units of an element: a bit is set if it is in any of them
  for (std::size_t i = 0; i < layout.operands.size(); ++i) {
    if (i < layout.inputs && (scalars >> i & 1) != 0) continue;
    const FusionOperand& operand = layout.operands[i];
    largest = std::max(largest, operand.bytes);
    addresses |= reinterpret_cast<std::uintptr_t>(operand.data) / operand.bytes;
  }
  const std::size_t elements = 16 / largest;
  return addresses % elements == 0 ? static_cast<int>(elements) : 1;
}

}  // namespace

Access FusionLayout::access(std::size_t index) const {
  const FusionOperand& operand = operands[index];
  const Reach reach = reach_of(shape, operand.strides);
  const auto bytes = static_cast<std::int64_t>(operand.bytes);
  return {operand.data + reach.first * bytes,
          static_cast<std::size_t>((reach.last - reach.first + 1) * bytes), operand.is_output};
}

FusionLayout make_layout(const FusionGraph& graph, std::span<const ArrayView> inputs,
                         std::span<const ArrayView> outputs) {
  check_arrays(graph, inputs, outputs);
  FusionLayout layout;
  layout.size = outputs[0].size();
  if (layout.size == 0) return layout;
  layout.shape = outputs[0].shape();
  layout.inputs = inputs.size();
  const auto add = [&](const ArrayView& array, bool is_output) {
    layout.operands.push_back({static_cast<const std::byte*>(array.data()), size_of(array.type()),
                               broadcast_strides(array, layout.shape), is_output});
  };
  for (const ArrayView& input : inputs) add(input, false);
  for (const ArrayView& output : outputs) add(output, true);
  walk_forwards(layout);
  sort_dimensions(layout);
  check_overlaps(graph, layout);
  merge_dimensions(layout);
  return layout;
}

FusionVariant choose_variant(const FusionLayout& layout, int index_bits) {
  FusionVariant variant;
  variant.index_bits = index_bits == 32 && fits_32_bits(layout) ? 32 : 64;
  if (!is_dense(layout)) {
    variant.form = FusionForm::strided;
    variant.dimensions = layout.shape.size() <= 3 ? layout.shape.size() : max_dimensions;
    return variant;
  }
  for (std::size_t i = 0; i < layout.inputs && layout.shape.size() == 1; ++i) {
    if (layout.operands[i].strides[0] == 0) variant.scalars |= std::uint64_t{1} << i;
  }
  variant.elements = vector_elements(layout, variant.scalars);
  variant.form = variant.elements > 1 ? FusionForm::vectors : FusionForm::contiguous;
  return variant;
}

}  // namespace duet::detail
