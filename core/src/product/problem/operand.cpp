#include "operand.hpp"

#include <algorithm>

#include "../../driver/driver.hpp"

namespace duet::detail {

namespace {

/// Elements of 16 bytes.
std::int64_t chunk_elements(const ProductOperandView& operand) {
  return 16 / static_cast<std::int64_t>(size_of(operand.type));
}

/// The stride between the dense lines of an operand. Arbitrary if there is one line alone.
std::int64_t line_stride(const ProductOperandView& operand) {
  const bool is_across = order_of(operand) == OperandOrder::across;
  const std::int64_t lines = is_across ? operand.depth : operand.extent;
  const std::int64_t length = is_across ? operand.extent : operand.depth;
  const std::int64_t chunk = chunk_elements(operand);
  if (lines == 1) return (length + chunk - 1) / chunk * chunk;
  return is_across ? operand.depth_stride : operand.stride;
}

std::int64_t matrices(const ProductOperandView& operand) {
  return operand.batch_stride == 0 ? 1 : operand.batches;
}

}  // namespace

ProductOperandView operand_a(const ProductProblem& problem) {
  const ProductMatrix& a = problem.a;
  return {a.data,          a.type,          problem.rows,
          problem.depth,   problem.batches, a.row_stride,
          a.column_stride, a.batch_stride,  problem.format == OperandFormat::tf32};
}
ProductOperandView operand_b(const ProductProblem& problem) {
  const ProductMatrix& b = problem.b;
  return {b.data,        b.type,          problem.columns,
          problem.depth, problem.batches, b.column_stride,
          b.row_stride,  b.batch_stride,  problem.format == OperandFormat::tf32};
}

OperandOrder order_of(const ProductOperandView& operand) {
  if (operand.depth_stride == 1 || operand.depth == 1) return OperandOrder::depth;
  if (operand.stride == 1 || operand.extent == 1) return OperandOrder::across;
  return OperandOrder::any;
}

bool has_aligned_lines(const ProductOperandView& operand) {
  constexpr std::int64_t most = std::int64_t{1} << 38;  // in elements
  const auto is_stride = [&](std::int64_t stride) {
    return stride > 0 && stride < most && stride % chunk_elements(operand) == 0;
  };
  return order_of(operand) != OperandOrder::any && is_stride(line_stride(operand)) &&
         (matrices(operand) == 1 || is_stride(operand.batch_stride)) &&
         reinterpret_cast<std::uintptr_t>(operand.data) % 16 == 0;
}

OperandOrder order_of_aligned(const ProductOperandView& operand) {
  return has_aligned_lines(operand) ? order_of(operand) : OperandOrder::any;
}

bool is_box_type(const ProductProblem& problem) {
  switch (problem.format) {
    case OperandFormat::of_array: return size_of(problem.a.type) <= 2;
    case OperandFormat::tf32:
    case OperandFormat::e4m3:
    case OperandFormat::e5m2: return true;
    default: return false;
  }
}

ProductOperand kernel_operand(const ProductOperandView& operand, int box_extent) {
  ProductOperand result{
      {}, operand.data, operand.stride, operand.depth_stride, operand.batch_stride};
  if (box_extent == 0) return result;
  const bool is_across = order_of(operand) == OperandOrder::across;
  const auto number = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  const auto line_elements = static_cast<std::uint32_t>(box_line_bytes / size_of(operand.type));
  const std::uint64_t extent = number(operand.extent), depth = number(operand.depth);
  const std::int64_t line = line_stride(operand);
  const vendor::TensorBox box{
      .type = operand.type,
      .data = operand.data,
      .extents = {is_across ? extent : depth, is_across ? depth : extent,
                  number(matrices(operand))},
      .strides = {number(line), number(matrices(operand) == 1 ? line : operand.batch_stride)},
      .box = {line_elements, is_across ? line_elements : static_cast<std::uint32_t>(box_extent)},
      .is_tf32 = operand.is_tf32};
  vendor::encode_tensor_map(result.map.data(), box);
  return result;
}

}  // namespace duet::detail
