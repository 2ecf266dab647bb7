#include "plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <duet/error.hpp>

#include "../../driver/driver.hpp"
#include "../problem/operand.hpp"
#include "split.hpp"
#include "tile_choice.hpp"
#include "tile_time.hpp"

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
  if (!is_box_type(problem)) {
    return "only f16, bf16, i8, u8, TF32 and OCP's 8-bit floating-point numbers are multiplied by "
           "warpgroups";
  }
  if (problem.depth == 0) return "the depth is 0";
  if (!has_aligned_lines(operand_a(problem))) {
    return "a is not dense along a dimension, or its start and strides are not multiples of 16 "
           "bytes";
  }
  if (!has_aligned_lines(operand_b(problem))) {
    return "b is not dense along a dimension, or its start and strides are not multiples of 16 "
           "bytes";
  }
  // Bulk copies begin at multiples of 16 bytes of a line.
  if (problem.is_grouped() && order_of(operand_a(problem)) == OperandOrder::across) {
    return "a is column-major, and groups begin at any of its rows";
  }
  if (size_of(problem.a.type) != 2 && (order_of(operand_a(problem)) != OperandOrder::depth ||
                                       order_of(operand_b(problem)) != OperandOrder::depth)) {
    return "types of 8 bits and TF32 are multiplied by warpgroups only if a's rows and b's columns "
           "are dense";
  }
  return nullptr;
}

/// Whether d's rows become dense by exchanging them for columns.
bool has_dense_columns(const ProductProblem& problem) {
  return problem.d.column_stride != 1 && problem.d.row_stride == 1;
}

/// Few rows become few columns, whose tiles can be narrow; d's rows become dense.
bool should_swap(const ProductProblem& problem) {
  constexpr std::int64_t few = 64;
  if (problem.rows <= few || problem.columns <= few) return problem.rows < problem.columns;
  return has_dense_columns(problem);
}

/// The methods that the options permit, the fastest first.
/// @throws Error (not_supported, invalid_argument)
std::vector<ProductMethod> methods_of(const ProductProblem& problem,
                                      const MatrixProductOptions& options,
                                      const ProductDevice& device) {
  const auto refuse = [](const char* what, const char* reason) {
    throw Error(ErrorCode::not_supported, fmt::format("matrix product: {}: {}", what, reason));
  };
  constexpr int most_splits = 64;
  if (options.splits < 0 || options.splits > most_splits) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("matrix product: the depth cannot have {} parts, only up to {}",
                            options.splits, most_splits));
  }
  const char* reason = reason_against_warpgroups(problem, device);
  if (options.splits > 1) {
    if (const char* const why = reason_against_splits(problem, options.splits)) {
      refuse("the depth cannot be split", why);
    }
    reason = "they choose themselves how the depth is split";
  }
  if (options.method == ProductMethod::warpgroups && reason != nullptr) {
    refuse("warpgroups cannot compute this", reason);
  }
  if (options.method != ProductMethod::automatic) return {options.method};
  std::vector<ProductMethod> methods;
  if (reason == nullptr) methods.push_back(ProductMethod::warpgroups);
  if (has_matrix_instructions(problem, device)) {
    methods.push_back(ProductMethod::waves);
  }
  if (methods.empty()) methods.push_back(ProductMethod::arithmetic);
  return methods;
}

/// A plan without a tile.
ProductPlan begin_plan(const ProductProblem& problem, ProductMethod method,
                       const ProductDevice& device) {
  const bool has_narrow_tiles = method == ProductMethod::warpgroups ||
                                (method == ProductMethod::waves && can_copy_boxes(problem, device));
  ProductPlan plan;
  plan.is_swapped = !problem.is_grouped() &&
                    (has_narrow_tiles ? should_swap(problem) : has_dense_columns(problem));
  plan.problem = plan.is_swapped ? swapped(problem) : problem;
  const auto order = method == ProductMethod::waves ? order_of_aligned : order_of;
  plan.form = {.method = method,
               .format = problem.format,
               .a = order(operand_a(plan.problem)),
               .b = order(operand_b(plan.problem)),
               .stores_vectors = stores_vectors(plan.problem),
               .has_c = problem.beta != 0,
               .is_grouped = problem.is_grouped(),
               .strides = stride_classes(plan.problem)};
  // The first row of a group is at any distance from those that start at multiples of 16 bytes.
  if (problem.is_grouped() && plan.form.a == OperandOrder::across) {
    plan.form.a = OperandOrder::any;
  }
  return plan;
}

std::vector<ProductTileShape> tiles_of(const ProductPlan& plan, int splits,
                                       const ProductDevice& device) {
  switch (plan.form.method) {
    case ProductMethod::warpgroups: return warpgroup_tiles(plan.problem, device.multiprocessors);
    case ProductMethod::waves:
      return wave_tiles(plan.problem, plan.form.a, plan.form.b, splits, device);
    default: return arithmetic_tiles(plan.problem, splits, device);
  }
}

void set_tile(ProductPlan& plan, const ProductTileShape& tile, const ProductDevice& device) {
  plan.form.tile = tile;
  const std::int64_t tiles = tile_count(plan.problem, tile);
  constexpr std::int64_t most = 1 << 20;  // blocks compute further tiles in turn
  std::int64_t blocks = std::min(tiles * tile.splits, most);
  if (plan.form.method == ProductMethod::warpgroups) {
    plan.threads = static_cast<unsigned>(128 * (tile.rows / 64 + 1));
  } else if (plan.form.method == ProductMethod::waves) {
    plan.threads = static_cast<unsigned>(wave_count(tile, plan.problem.a.type) * device.wave_size);
    const std::size_t bytes = wave_shared_bytes(tile);
    plan.shared_bytes = bytes <= static_shared_bytes ? 0 : bytes;
  } else {
    plan.threads = static_cast<unsigned>(1024 / tile.run);
  }
  if (plan.form.method == ProductMethod::warpgroups || tile.boxes) {
    plan.shared_bytes = box_shared_bytes(tile, plan.form.b);
    if (!tile.clusters) {
      blocks = std::min(blocks, std::int64_t{device.multiprocessors} * tile.residents);
    }
  }
  plan.blocks = static_cast<unsigned>(blocks);
}

}  // namespace

bool has_matrix_instructions(const ProductProblem& problem, const ProductDevice& device) {
  switch (problem.format) {
    case OperandFormat::of_array:
      return vendor::has_matrix_instructions(device.architecture, problem.a.type);
    case OperandFormat::tf32: return vendor::has_tf32_instructions(device.architecture);
    // They become halves where the target has no instruction of their own.
    default: return vendor::has_matrix_instructions(device.architecture, DataType::f16);
  }
}

ProductPlan make_plan(const ProductProblem& problem, const MatrixProductOptions& options,
                      const ProductDevice& device) {
  ProductPlan plan = begin_plan(problem, methods_of(problem, options, device).front(), device);
  set_tile(plan, tiles_of(plan, options.splits, device).front(), device);
  return plan;
}

ProductPlan make_plan(const ProductProblem& problem, ProductMethod method,
                      const ProductTileShape& tile, const ProductDevice& device) {
  ProductPlan plan = begin_plan(problem, method, device);
  set_tile(plan, tile, device);
  return plan;
}

std::vector<ProductPlan> make_all_plans(const ProductProblem& problem,
                                        const MatrixProductOptions& options,
                                        const ProductDevice& device) {
  std::vector<ProductPlan> plans;
  for (const ProductMethod method : methods_of(problem, options, device)) {
    const ProductPlan begun = begin_plan(problem, method, device);
    for (const ProductTileShape& tile : tiles_of(begun, options.splits, device)) {
      set_tile(plans.emplace_back(begun), tile, device);
    }
  }
  return plans;
}

}  // namespace duet::detail
