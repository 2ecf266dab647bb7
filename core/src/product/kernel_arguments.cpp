#include "kernel_arguments.hpp"

#include "problem/operand.hpp"

namespace duet::detail {

namespace {

/// duet::ProductExtents of kernels.
struct KernelExtents {
  std::uint32_t rows, columns, depth, batches;
};

/// duet::ProductGroups of kernels.
struct KernelGroups {
  KernelExtents extents;
  const void* ends;
};

/// duet::ProductResult of kernels.
struct KernelMatrix {
  const void* data;
  std::int64_t row_stride, column_stride, batch_stride;

  explicit KernelMatrix(const ProductMatrix& matrix)
      : data(matrix.data),
        row_stride(matrix.row_stride),
        column_stride(matrix.column_stride),
        batch_stride(matrix.batch_stride) {}
};

template <typename T>
void add_struct(Arguments& arguments, const T& value) {
  arguments.add_bytes(&value, sizeof(T), alignof(T));
}

void add_factor(Arguments& arguments, DataType sum, double factor) {
  switch (sum) {
    case DataType::f64: arguments.add(factor); break;
    case DataType::i32: arguments.add(static_cast<std::int32_t>(factor)); break;
    default: arguments.add(static_cast<float>(factor)); break;
  }
}

}  // namespace

Arguments arguments_of(const ProductPlan& plan) {
  const ProductProblem& problem = plan.problem;
  const bool has_maps = plan.form.method == ProductMethod::warpgroups || plan.form.tile.boxes;
  Arguments arguments;
  add_struct(arguments, kernel_operand(operand_a(problem), has_maps ? plan.form.tile.rows : 0));
  add_struct(arguments, kernel_operand(operand_b(problem), has_maps ? plan.form.tile.columns : 0));
  const auto number = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
  const KernelExtents extents{number(problem.rows), number(problem.columns), number(problem.depth),
                              number(problem.batches)};
  if (problem.is_grouped()) {
    add_struct(arguments, KernelGroups{extents, problem.group_ends});
  } else {
    add_struct(arguments, extents);
  }
  add_struct(arguments, KernelMatrix(problem.d));
  add_factor(arguments, problem.sum, problem.alpha);
  if (plan.form.has_c) {
    add_struct(arguments, KernelMatrix(problem.c));
    add_factor(arguments, problem.sum, problem.beta);
  }
  for (const ProductMatrix& input : problem.inputs) add_struct(arguments, KernelMatrix(input));
  return arguments;
}

LaunchShape shape_of(const ProductPlan& plan) {
  LaunchShape shape{
      .grid = {plan.blocks}, .block = {plan.threads}, .shared_bytes = plan.shared_bytes};
  if (plan.form.tile.clusters) shape.cluster = Dim3{static_cast<unsigned>(plan.form.tile.splits)};
  return shape;
}

}  // namespace duet::detail
