#pragma once

#include <duet/product_operand.hpp>

#include "problem.hpp"

namespace duet::detail {

/// The neighbours in memory of an operand's elements: duet::ProductOrder of kernels.
enum class OperandOrder : std::uint8_t { depth, across, any };

/// An operand as the kernel sees it: rows of A or columns of B, times the depth.
struct ProductOperandView {
  const std::byte* data;
  DataType type;
  std::int64_t extent, depth, batches;
  std::int64_t stride, depth_stride, batch_stride;  ///< in elements
  bool is_tf32;                                     ///< floats that are to be rounded
};

ProductOperandView operand_a(const ProductProblem& problem);
ProductOperandView operand_b(const ProductProblem& problem);

OperandOrder order_of(const ProductOperandView& operand);

/// Whether it is dense along a dimension, and its lines start at multiples of 16 bytes, so that
/// they can be copied in chunks or by the copy engine.
bool has_aligned_lines(const ProductOperandView& operand);

/// The order of an operand with aligned lines; `any` for others.
OperandOrder order_of_aligned(const ProductOperandView& operand);

/// What the copy engine moves of a line at once.
inline constexpr std::size_t box_line_bytes = 128;

/// Whether operands are multiplied as the copy engine brings them.
bool is_box_type(const ProductProblem& problem);

/// @param box_extent  rows or columns of a block's tile; 0: without a map
ProductOperand kernel_operand(const ProductOperandView& operand, int box_extent);

}  // namespace duet::detail
