#include "plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <duet/error.hpp>

#include "../driver/driver.hpp"
#include "operand.hpp"
#include "tile_choice.hpp"

namespace duet::detail {

namespace {

constexpr std::int64_t vector_bytes = 16;

/// Whether d's rows can be written in vectors.
bool stores_vectors(const ProductProblem& problem) {
  const auto per_vector = vector_bytes / static_cast<std::int64_t>(size_of(problem.d.type));
  const auto is_aligned = [&](std::int64_t stride) { return stride % per_vector == 0; };
  return problem.d.column_stride == 1 && problem.columns % per_vector == 0 &&
         (problem.rows == 1 || is_aligned(problem.d.row_stride)) &&
         (problem.batches == 1 || is_aligned(problem.d.batch_stride)) &&
         reinterpret_cast<std::uintptr_t>(problem.d.data) % vector_bytes == 0;
}

char stride_class(std::int64_t stride) { return stride == 0 ? '0' : stride == 1 ? '1' : 'n'; }

std::string stride_classes(const ProductProblem& problem) {
  std::string text;
  const auto add = [&](const ProductMatrix& matrix) {
    text += problem.batches == 1 || matrix.batch_stride == 0 ? '0' : 'n';
    text += stride_class(problem.rows == 1 ? 0 : matrix.row_stride);
    text += stride_class(problem.columns == 1 ? 0 : matrix.column_stride);
  };
  if (problem.beta != 0) add(problem.c);
  for (const ProductMatrix& input : problem.inputs) add(input);
  return text;
}

/// Why warpgroups cannot multiply; null if they can.
const char* reason_against_warpgroups(const ProductProblem& problem, const ProductDevice& device) {
  if (!device.has_warpgroups) {
    return "the device, its driver or the options do not permit code for sm_90a";
  }
  if (size_of(problem.a.type) > 2) return "only f16, bf16, i8 and u8 are multiplied by warpgroups";
  if (problem.depth == 0) return "the depth is 0";
  if (!has_aligned_lines(operand_a(problem))) {
    return "a is not dense along a dimension, or its start and strides are not multiples of 16 "
           "bytes";
  }
  if (!has_aligned_lines(operand_b(problem))) {
    return "b is not dense along a dimension, or its start and strides are not multiples of 16 "
           "bytes";
  }
  if (size_of(problem.a.type) == 1 && (order_of(operand_a(problem)) != OperandOrder::depth ||
                                       order_of(operand_b(problem)) != OperandOrder::depth)) {
    return "i8 and u8 are multiplied by warpgroups only if a's rows and b's columns are dense";
  }
  return nullptr;
}

/// Few rows become few columns, whose tiles can be narrow; d's rows become dense.
bool should_swap(const ProductProblem& problem) {
  constexpr std::int64_t few = 64;
  if (problem.rows <= few || problem.columns <= few) return problem.rows < problem.columns;
  return problem.d.column_stride != 1 && problem.d.row_stride == 1;
}

void plan_warpgroups(ProductPlan& plan, const ProductDevice& device) {
  plan.is_swapped = should_swap(plan.problem);
  if (plan.is_swapped) plan.problem = swapped(plan.problem);
  plan.form.tile = choose_warpgroup_tile(plan.problem, device.multiprocessors);
  plan.form.a = order_of(operand_a(plan.problem));
  plan.form.b = order_of(operand_b(plan.problem));
  const ProductTileShape& tile = plan.form.tile;
  const auto tiles = tile_count(plan.problem, tile);
  plan.blocks = static_cast<unsigned>(
      tile.splits > 1
          ? tiles * tile.splits
          : std::min<std::int64_t>(tiles, std::int64_t{device.multiprocessors} * tile.residents));
  plan.threads = static_cast<unsigned>(128 * (tile.rows / 64 + 1));
  plan.shared_bytes = warpgroup_shared_bytes(tile, plan.form.b);
}

/// Makes d's rows dense.
void swap_for_dense_rows(ProductPlan& plan) {
  plan.is_swapped = plan.problem.d.column_stride != 1 && plan.problem.d.row_stride == 1;
  if (plan.is_swapped) plan.problem = swapped(plan.problem);
}

/// Blocks compute further tiles in turn.
unsigned blocks_of(const ProductPlan& plan) {
  constexpr std::int64_t most = 1 << 20;
  return static_cast<unsigned>(std::min(tile_count(plan.problem, plan.form.tile), most));
}

void plan_waves(ProductPlan& plan, const ProductDevice& device) {
  swap_for_dense_rows(plan);
  plan.form.a = order_of_aligned(operand_a(plan.problem));
  plan.form.b = order_of_aligned(operand_b(plan.problem));
  plan.form.tile = choose_wave_tile(plan.problem, plan.form.a, plan.form.b, device);
  plan.blocks = blocks_of(plan);
  plan.threads = static_cast<unsigned>(4 * device.wave_size);
  const std::size_t bytes = wave_shared_bytes(plan.form.tile);
  plan.shared_bytes = bytes <= static_shared_bytes ? 0 : bytes;
}

void plan_arithmetic(ProductPlan& plan, const ProductDevice& device) {
  swap_for_dense_rows(plan);
  plan.form.tile = choose_arithmetic_tile(plan.problem, device.multiprocessors);
  plan.form.a = order_of(operand_a(plan.problem));
  plan.form.b = order_of(operand_b(plan.problem));
  plan.blocks = blocks_of(plan);
}

/// @param by_warpgroups  whether warpgroups can multiply
ProductMethod fastest(const ProductProblem& problem, const ProductDevice& device,
                      bool by_warpgroups) {
  if (by_warpgroups) return ProductMethod::warpgroups;
  return vendor::has_matrix_instructions(device.architecture, problem.a.type)
             ? ProductMethod::waves
             : ProductMethod::arithmetic;
}

}  // namespace

ProductPlan make_plan(const ProductProblem& problem, ProductMethod method,
                      const ProductDevice& device) {
  const char* const reason = reason_against_warpgroups(problem, device);
  if (method == ProductMethod::warpgroups && reason != nullptr) {
    throw Error(ErrorCode::not_supported,
                fmt::format("matrix product: warpgroups cannot compute this: {}", reason));
  }
  ProductPlan plan;
  plan.problem = problem;
  plan.form.method =
      method == ProductMethod::automatic ? fastest(problem, device, reason == nullptr) : method;
  switch (plan.form.method) {
    case ProductMethod::warpgroups: plan_warpgroups(plan, device); break;
    case ProductMethod::waves: plan_waves(plan, device); break;
    default: plan_arithmetic(plan, device); break;
  }
  plan.form.stores_vectors =
      plan.form.method != ProductMethod::arithmetic && stores_vectors(plan.problem);
  plan.form.has_c = problem.beta != 0;
  plan.form.strides = stride_classes(plan.problem);
  return plan;
}

}  // namespace duet::detail
