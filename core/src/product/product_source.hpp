#pragma once

#include <string>

#include "plan/plan.hpp"

namespace duet::detail {

/// The name of every kernel of products.
inline constexpr const char* product_kernel = "matrix_product";

/// The source of a kernel. Its parameters: a and b (KernelOperand), the extents, d, alpha, then c
/// and beta if the form has them, then the epilogue's inputs but the sum.
/// @param operand   the type of a and b; for the step `sums`, which a has, that of the sums
/// @param sum       the type of the sums
/// @param output    the type of d
/// @param epilogue  null: the sum is converted
std::string product_source(const ProductKernelForm& form, DataType operand, DataType sum,
                           DataType output, const FusionGraph* epilogue);

}  // namespace duet::detail
