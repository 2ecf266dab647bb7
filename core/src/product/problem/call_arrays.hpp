#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem.hpp"

// The arrays of a call, and what is demanded of them.

namespace duet::detail {

/// An array of a call with its strides broadcast to the batch's dimensions and the matrix.
struct NamedArray {
  std::string name;
  const ArrayView* view;
  Dimensions strides{};  ///< of the batch's dimensions, rows, columns
};

/// The arrays of a call.
struct CallArrays {
  NamedArray a, b, d;
  std::optional<NamedArray> c{};
  std::vector<NamedArray> inputs{};
  std::optional<NamedArray> group_ends{};
  Dimensions shape{};  ///< of d, for groups with their number before it

  /// Calls f for each array of matrices.
  template <typename Function>
  void for_each(Function&& f) {
    f(a);
    f(b);
    f(d);
    if (c) f(*c);
    for (NamedArray& input : inputs) f(input);
  }
};

/// The type of the sums of products.
/// @throws Error (invalid_argument) for a type that is not multiplied, or not in this format
DataType sum_type(DataType operand, OperandFormat format);

/// Checks the arrays of a call.
/// @throws Error (invalid_argument) that names the array and the fault
CallArrays checked_arrays(const MatrixProductCall& call, const FusionGraph* epilogue,
                          OperandFormat format);

}  // namespace duet::detail
