#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <duet/device.hpp>
#include <duet/kernel.hpp>
#include <duet/matrix_product.hpp>
#include <duet/program.hpp>

#include "../fusion/graph.hpp"
#include "plan/plan.hpp"

// What the copies of a duet::MatrixProduct share: its options, kernels and tuned plans.

namespace duet::detail {

/// The types and the form that a kernel was compiled for.
struct ProductKernelKey {
  ProductKernelForm form;
  DataType operand, sum, output;

  friend bool operator==(const ProductKernelKey&, const ProductKernelKey&) = default;
};

/// What `tune` found for products of the same extents that would be computed by the same kernel.
struct TunedProduct {
  ProductKernelKey untuned;
  std::int64_t rows, columns, depth, batches;
  ProductMethod method;
  ProductTileShape tile;

  bool is_for(const ProductKernelKey& key, const ProductProblem& problem) const {
    return problem.rows == rows && problem.columns == columns && problem.depth == depth &&
           problem.batches == batches && key == untuned;
  }
};

struct MatrixProductState {
  MatrixProductState(const Device& of_kernels, std::optional<FusionGraph> epilogue_graph,
                     MatrixProductOptions given);

  const FusionGraph* epilogue() const noexcept { return graph ? &*graph : nullptr; }

  const Device device;
  const std::optional<FusionGraph> graph;
  const MatrixProductOptions options;
  const std::string warpgroup_target;  ///< empty: not for this device or these options
  const ProductDevice target;          ///< what plans depend on besides the problem
  std::mutex mutex{};  ///< guards the following members, which are few, so searched linearly
  std::vector<std::pair<ProductKernelKey, Kernel>> kernels{};
  std::vector<TunedProduct> tuned{};
};

/// The kernel of a plan.
ProductKernelKey key_of(const ProductPlan& plan);
Program program_of(const MatrixProductState& state, const ProductKernelKey& key);
/// Returns the kernel and compiles it at first use. Concurrent callers share one compilation
/// (`jit` guarantees that).
Kernel kernel_of(MatrixProductState& state, const ProductKernelKey& key);

/// The winner of `tune`, or else the plan that is expected to be the fastest.
ProductPlan plan_of(MatrixProductState& state, const ProductProblem& problem);

}  // namespace duet::detail
