#include "split.hpp"

#include <algorithm>

#include "tile_time.hpp"

namespace duet::detail {

const char* reason_against_splits(const ProductProblem& problem, int splits) {
  constexpr std::int64_t line_bytes = 64;  // that waves copy at once
  const auto line = line_bytes / static_cast<std::int64_t>(size_of(problem.a.type));
  if (problem.is_grouped() || problem.batches > 1) return "it is not one product of two matrices";
  if (problem.depth == 0 || problem.depth % (splits * line) != 0) {
    return "its parts would not be equal and multiples of 64 bytes";
  }
  return nullptr;
}

std::vector<int> useful_splits(const ProductProblem& problem, const ProductTileShape& tile,
                               const ProductDevice& device) {
  std::vector<int> found;
  for (const int splits : {2, 4, 8, 16}) {
    const std::int64_t blocks = tile_count(problem, tile) * splits;
    if (blocks > 2 * std::int64_t{device.multiprocessors}) break;
    if (reason_against_splits(problem, splits) == nullptr) found.push_back(splits);
  }
  return found;
}

std::size_t split_bytes(const ProductPlan& plan) {
  const int splits = plan.form.tile.splits;
  if (splits == 1 || plan.form.tile.clusters) return 0;
  return static_cast<std::size_t>(plan.problem.rows * plan.problem.columns * splits) *
         size_of(plan.problem.sum);
}

std::array<ProductPlan, 2> split_steps(const ProductPlan& plan, const std::byte* memory) {
  const ProductProblem& whole = plan.problem;
  const std::int64_t splits = plan.form.tile.splits, size = whole.rows * whole.columns;
  const DataType sum = whole.sum;
  const ProductMatrix memory_matrix{memory, sum, whole.columns, 1, size};

  ProductPlan parts = plan;
  ProductProblem& part = parts.problem;
  part.depth = whole.depth / splits;
  part.batches = splits;
  part.a.batch_stride = part.depth * whole.a.column_stride;
  part.b.batch_stride = part.depth * whole.b.row_stride;
  part.d = memory_matrix;
  part.alpha = 1;
  part.beta = 0;
  part.inputs.clear();
  parts.form.step = ProductStep::parts;
  parts.form.has_c = false;
  parts.form.strides.clear();
  parts.form.tile.splits = 1;
  parts.form.stores_vectors = whole.columns * static_cast<std::int64_t>(size_of(sum)) % 16 == 0;

  ProductPlan sums = plan;
  sums.problem.a = memory_matrix;
  sums.problem.batches = splits;
  sums.form.step = ProductStep::sums;
  // What the kernel's code does not depend on.
  sums.form.method = ProductMethod::arithmetic;
  sums.form.format = OperandFormat::of_array;
  sums.form.a = sums.form.b = OperandOrder::any;
  sums.form.tile = {};
  sums.form.stores_vectors = false;
  constexpr std::int64_t most_blocks = 1 << 16;
  sums.threads = 256;
  sums.blocks = static_cast<unsigned>(std::min((size + 255) / 256, most_blocks));
  sums.shared_bytes = 0;
  return {parts, sums};
}

}  // namespace duet::detail
