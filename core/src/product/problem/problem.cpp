#include "problem.hpp"

#include <algorithm>
#include <utility>

#include "../../fusion/array_reach.hpp"
#include "call_arrays.hpp"

namespace duet::detail {

namespace {

ProductMatrix matrix_of(const NamedArray& array) {
  const int n = array.strides.size();
  return {static_cast<const std::byte*>(array.view->data()), array.view->type(),
          array.strides[n - 2], array.strides[n - 1], 0};
}

/// Merges the batch's dimensions from the last one on, as far as all matrices lie at equal
/// distances. @returns the number of outer dimensions that are left
int merge_batches(ProductProblem& problem, CallArrays& arrays) {
  const Dimensions& shape = arrays.shape;
  int outer = shape.size() - 2;
  while (outer > 0) {
    const int d = outer - 1;
    bool fits = true;
    arrays.for_each([&](NamedArray& array) {
      const std::int64_t stride = array.strides[d];
      const std::int64_t inner = outer < shape.size() - 2 ? array.strides[shape.size() - 3] : 0;
      fits = fits && (problem.batches == 1 || shape[d] == 1 || stride == inner * problem.batches);
    });
    if (!fits) break;
    if (problem.batches == 1 && shape[d] > 1) {
      arrays.for_each(
          [&](NamedArray& array) { array.strides[shape.size() - 3] = array.strides[d]; });
    }
    problem.batches = checked_product(problem.batches, shape[d]);
    outer = d;
  }
  return outer;
}

/// Calls f with the offsets of each outer matrix, the coordinates counting up.
template <typename Function>
void for_each_outer(const Dimensions& shape, int outer, Function&& f) {
  Dimensions at = shape;
  for (int d = 0; d < shape.size(); ++d) at[d] = 0;
  for (;;) {
    f(at);
    int d = outer - 1;
    while (d >= 0 && ++at[d] == shape[d]) at[d--] = 0;
    if (d < 0) return;
  }
}

}  // namespace

const char* name_of(OperandFormat format) {
  switch (format) {
    case OperandFormat::tf32: return "tf32";
    case OperandFormat::e4m3: return "float8_e4m3";
    case OperandFormat::e5m2: return "float8_e5m2";
    case OperandFormat::e4m3_fnuz: return "float8_e4m3_fnuz";
    case OperandFormat::e5m2_fnuz: return "float8_e5m2_fnuz";
    default: return "of_array";
  }
}

std::vector<ProductProblem> make_problems(const MatrixProductCall& call,
                                          const FusionGraph* epilogue, OperandFormat format) {
  ProductProblem problem;
  problem.format = format;
  CallArrays arrays = checked_arrays(call, epilogue, format);
  problem.sum = sum_type(call.a.type(), format);
  const Dimensions& shape = arrays.shape;
  problem.rows = shape[shape.size() - 2];
  problem.columns = shape[shape.size() - 1];
  problem.depth = call.a.shape()[call.a.shape().size() - 1];
  problem.alpha = call.alpha;
  problem.beta = call.beta;
  if (std::ranges::find(shape, 0) != shape.end()) return {};
  if (arrays.group_ends) {
    problem.group_ends = static_cast<const std::byte*>(arrays.group_ends->view->data());
  }
  const int outer = merge_batches(problem, arrays);
  const auto fill = [&](ProductMatrix& matrix, const NamedArray& array, const Dimensions& at) {
    matrix = matrix_of(array);
    if (problem.batches > 1) matrix.batch_stride = array.strides[shape.size() - 3];
    for (int d = 0; d < outer; ++d) {
      matrix.data += at[d] * array.strides[d] * static_cast<std::int64_t>(size_of(matrix.type));
    }
  };
  std::vector<ProductProblem> problems;
  problem.inputs.resize(arrays.inputs.size());
  for_each_outer(shape, outer, [&](const Dimensions& at) {
    fill(problem.a, arrays.a, at);
    fill(problem.b, arrays.b, at);
    fill(problem.d, arrays.d, at);
    if (arrays.c) fill(problem.c, *arrays.c, at);
    for (std::size_t i = 0; i < arrays.inputs.size(); ++i) {
      fill(problem.inputs[i], arrays.inputs[i], at);
    }
    problems.push_back(problem);
  });
  return problems;
}

ProductProblem swapped(const ProductProblem& problem) {
  ProductProblem result = problem;
  const auto transpose = [](ProductMatrix& matrix) {
    std::swap(matrix.row_stride, matrix.column_stride);
  };
  std::swap(result.rows, result.columns);
  std::swap(result.a, result.b);
  for (ProductMatrix* matrix : {&result.a, &result.b, &result.c, &result.d}) transpose(*matrix);
  for (ProductMatrix& input : result.inputs) transpose(input);
  return result;
}

}  // namespace duet::detail
