#include "layout.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "array_check.hpp"
#include "memory_overlap.hpp"

namespace duet::detail {

namespace {

constexpr std::int64_t max_in_32_bits = std::numeric_limits<std::int32_t>::max();

/// Returns the strides of an array after broadcasting to `shape`, to which it must broadcast.
Dimensions broadcast_strides(const ArrayView& array, const Dimensions& shape) {
  Dimensions strides = shape;
  const int missing = shape.size() - array.shape().size();
  for (int d = 0; d < shape.size(); ++d) {
    const bool is_repeated = d < missing || array.shape()[d - missing] == 1;
    strides[d] = is_repeated ? 0 : array.strides()[d - missing];
  }
  return strides;
}

/// Returns the values at the given dimensions, in their order.
Dimensions select(const Dimensions& from, std::span<const int> dimensions) {
  std::array<std::int64_t, max_dimensions> values{};
  for (std::size_t i = 0; i < dimensions.size(); ++i) values[i] = from[dimensions[i]];
  return Dimensions(std::span(values).first(dimensions.size()));
}
void select(FusionLayout& layout, std::span<const int> dimensions) {
  layout.shape = select(layout.shape, dimensions);
  for (FusionOperand& operand : layout.operands)
    operand.strides = select(operand.strides, dimensions);
}

/// Makes the strides of the first output positive: reverses a dimension in all operands where the
/// stride is negative.
void make_strides_positive(FusionLayout& layout) {
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

/// Drops dimensions of one element and sorts the others by the strides of the first output,
/// largest first.
void sort_dimensions(FusionLayout& layout) {
  std::vector<int> order;
  for (int d = 0; d < layout.shape.size(); ++d) {
    if (layout.shape[d] > 1) order.push_back(d);
  }
  const Dimensions leading = layout.operands[layout.inputs].strides;
  std::ranges::stable_sort(order, std::greater<>(), [&](int d) { return leading[d]; });
  select(layout, order);
}

/// Merges neighbouring dimensions that are contiguous in all operands.
void merge_dimensions(FusionLayout& layout) {
  std::vector<int> groups;  // the innermost dimension of each group
  for (int d = 0; d < layout.shape.size(); ++d) {
    const bool is_contiguous =
        !groups.empty() && std::ranges::all_of(layout.operands, [&](const FusionOperand& operand) {
          return operand.strides[d - 1] == operand.strides[d] * layout.shape[d];
        });
    if (is_contiguous) {
      layout.shape[d] *= layout.shape[d - 1];
      groups.back() = d;
    } else {
      groups.push_back(d);
    }
  }
  select(layout, groups);
}

bool fits_32_bits(const FusionLayout& layout) {
  if (layout.size > max_in_32_bits) return false;
  return std::ranges::all_of(layout.operands, [&](const FusionOperand& operand) {
    const Reach reach = reach_of(layout.shape, operand.strides);
    return reach.first >= -max_in_32_bits && reach.last <= max_in_32_bits;
  });
}

/// Whether the elements of all operands are contiguous. An input may also repeat one element.
bool is_dense(const FusionLayout& layout) {
  if (layout.shape.size() == 0) return true;
  return layout.shape.size() == 1 &&
         std::ranges::all_of(layout.operands, [](const FusionOperand& operand) {
           return operand.strides[0] == 1 || (operand.strides[0] == 0 && !operand.is_output);
         });
}

/// Whether the innermost dimension of all operands is contiguous. An input may also repeat one
/// element along it.
bool has_dense_rows(const FusionLayout& layout) {
  const int last = layout.shape.size() - 1;
  return std::ranges::all_of(layout.operands, [&](const FusionOperand& operand) {
    return operand.strides[last] == 1 || (operand.strides[last] == 0 && !operand.is_output);
  });
}

/// Returns the inputs that repeat one element along the innermost dimension, as bits.
std::uint64_t scalars_of(const FusionLayout& layout) {
  std::uint64_t scalars = 0;
  const int last = layout.shape.size() - 1;
  for (std::size_t i = 0; i < layout.inputs && last >= 0; ++i) {
    if (layout.operands[i].strides[last] == 0) scalars |= std::uint64_t{1} << i;
  }
  return scalars;
}

/// Returns the elements per thread for dense rows: vectors of at most 16 bytes, less if an array or
/// a row is not aligned to that.
int vector_elements(const FusionLayout& layout, std::uint64_t scalars) {
  const int last = layout.shape.size() - 1;
  std::size_t largest = 1;
  std::uint64_t places = 0;  // the bitwise or of all addresses and distances, in elements
  for (std::size_t i = 0; i < layout.operands.size(); ++i) {
    if (i < layout.inputs && (scalars >> i & 1) != 0) continue;
    const FusionOperand& operand = layout.operands[i];
    largest = std::max(largest, operand.bytes);
    places |= reinterpret_cast<std::uintptr_t>(operand.data) / operand.bytes;
    for (int d = 0; d < last; ++d) places |= static_cast<std::uint64_t>(operand.strides[d]);
  }
  // The last vector of a single row may be incomplete.
  if (last > 0) places |= static_cast<std::uint64_t>(layout.shape[last]);
  std::size_t elements = 16 / largest;
  while (places % elements != 0) elements /= 2;
  return static_cast<int>(elements);
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
  make_strides_positive(layout);
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
    if (has_dense_rows(layout)) variant.elements = vector_elements(layout, scalars_of(layout));
    if (variant.elements > 1) variant.scalars = scalars_of(layout);
    return variant;
  }
  variant.scalars = scalars_of(layout);
  variant.elements = vector_elements(layout, variant.scalars);
  variant.form = variant.elements > 1 ? FusionForm::vectors : FusionForm::contiguous;
  return variant;
}

}  // namespace duet::detail
