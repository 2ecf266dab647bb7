#pragma once

#include <cstdint>
#include <vector>

#include <duet/matrix_product.hpp>

#include "../../fusion/graph.hpp"

namespace duet::detail {

/// A matrix for each of a batch. Distances are in elements.
struct ProductMatrix {
  const std::byte* data = nullptr;
  DataType type{};
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;
  std::int64_t batch_stride = 0;
};

/// A product of matrices at equal distances: d = epilogue(alpha * a * b + beta * c). With groups,
/// the batch numbers them: a and d are the same matrix for all, of which each has its rows.
struct ProductProblem {
  std::int64_t rows = 0, columns = 0, depth = 0, batches = 1;
  double alpha = 1, beta = 0;
  OperandFormat format = OperandFormat::of_array;
  DataType sum = DataType::f32;  ///< the type of the sums
  ProductMatrix a{}, b{}, d{};
  ProductMatrix c{};                      ///< if beta is not 0
  std::vector<ProductMatrix> inputs{};    ///< of the epilogue, without the sum
  const std::byte* group_ends = nullptr;  ///< where the rows of each group end; null: no groups

  bool is_grouped() const noexcept { return group_ends != nullptr; }
  bool is_empty() const noexcept { return rows == 0 || columns == 0 || batches == 0; }
};

/// The name of a format, and of its type in kernels.
const char* name_of(OperandFormat format);

/// Checks the arrays of a call.
/// @param epilogue  null: the sum is converted to d's type
/// @param format    of the elements of a and b
/// @returns a problem, or several for a batch whose matrices are not at equal distances
/// @throws Error (invalid_argument) that names the array and the fault
std::vector<ProductProblem> make_problems(const MatrixProductCall& call,
                                          const FusionGraph* epilogue, OperandFormat format);

/// The same problem with rows and columns exchanged.
ProductProblem swapped(const ProductProblem& problem);

}  // namespace duet::detail
