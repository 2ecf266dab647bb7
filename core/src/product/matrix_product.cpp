#include <duet/matrix_product.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include <duet/arguments.hpp>
#include <duet/launch.hpp>

#include "../fusion/array_reach.hpp"
#include "kernel_arguments.hpp"
#include "plan/split.hpp"
#include "product_state.hpp"
#include "tuning.hpp"

namespace duet {

using detail::MatrixProductState;
using detail::ProductDevice;
using detail::ProductKernelKey;
using detail::ProductPlan;
using detail::ProductProblem;
using detail::TunedProduct;

namespace {

/// Checks that the device of the kernels can access the arrays.
void check_homes(const MatrixProductState& state, const MatrixProductCall& call) {
  const auto check = [&](const ArrayView& array, const std::string& name) {
    if (!detail::is_elsewhere(array.home(), state.device)) return;
    detail::require_access(state.device, *array.home(), array.data(), "matrix product: " + name);
  };
  check(call.a, "a");
  check(call.b, "b");
  check(call.d, "d");
  if (call.beta != 0 && call.c) check(*call.c, "c");
  if (call.group_ends) check(*call.group_ends, "group_ends");
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    check(call.inputs[i], fmt::format("input {}", i + 1));
  }
}

std::vector<ProductProblem> problems_of(const MatrixProductState& state,
                                        const MatrixProductCall& call) {
  check_homes(state, call);
  return detail::make_problems(call, state.epilogue(), state.options.format);
}

std::vector<ProductPlan> plans_of(MatrixProductState& state, const MatrixProductCall& call) {
  std::vector<ProductPlan> plans;
  for (const ProductProblem& problem : problems_of(state, call)) {
    plans.push_back(plan_of(state, problem));
  }
  return plans;
}

/// Calls `launch` with the plans of the kernels that a plan leads to, which are one or two.
/// @param allocate  returns a buffer of so many bytes
template <typename Allocate, typename Launch>
void for_each_step(const ProductPlan& plan, Allocate&& allocate, Launch&& launch) {
  const std::size_t bytes = detail::split_bytes(plan);
  if (bytes == 0) {
    launch(plan);
    return;
  }
  const Buffer<std::byte> memory = allocate(bytes);
  for (const ProductPlan& step : detail::split_steps(plan, memory.data())) launch(step);
}

void launch_plan(MatrixProductState& state, StreamRef stream, const ProductPlan& plan) {
  for_each_step(
      plan, [&](std::size_t bytes) { return Buffer<std::byte>(stream, bytes); },
      [&](const ProductPlan& step) {
        duet::launch(stream, kernel_of(state, key_of(step)), shape_of(step), arguments_of(step));
      });
}

/// Measures the plans. Results are written to memory in place of d.
/// @returns the index of the fastest
std::size_t fastest(MatrixProductState& state, StreamRef stream, std::vector<ProductPlan> plans) {
  const detail::ScratchResult scratch(stream, plans.front().problem);
  std::size_t best = 0;
  float best_time = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < plans.size(); ++i) {
    plans[i].problem.d.data = scratch.data();
    const float time = detail::launch_time(
        stream, [&] { launch_plan(state, stream, plans[i]); }, best_time);
    if (time >= best_time) continue;
    best = i;
    best_time = time;
  }
  return best;
}

/// Finds the fastest plan in the cache's folder, or by measuring.
/// @returns how many were measured
int tune_problem(MatrixProductState& state, StreamRef stream, const ProductProblem& problem) {
  const std::vector<ProductPlan> plans =
      detail::make_all_plans(problem, state.options, state.target);
  const ProductKernelKey key = key_of(plans.front());
  const auto is_known = [&] {
    const std::lock_guard lock(state.mutex);
    return std::ranges::any_of(
        state.tuned, [&](const TunedProduct& tuned) { return tuned.is_for(key, problem); });
  };
  if (plans.size() == 1 || is_known()) return 0;
  const detail::KeptChoice kept(state.device, program_of(state, key), problem, state.options);
  const std::optional<std::size_t> found = kept.find(plans.size());
  const std::size_t best = found ? *found : fastest(state, stream, plans);
  if (!found) kept.insert(best);
  const std::lock_guard lock(state.mutex);
  state.tuned.push_back({key, problem.rows, problem.columns, problem.depth, problem.batches,
                         plans[best].form.method, plans[best].form.tile});
  return found ? 0 : static_cast<int>(plans.size());
}

/// The range of bytes from an array's first to its last element, both included.
Access access_of(const ArrayView& array, bool writes) {
  const detail::Reach reach = detail::reach_of(array.shape(), array.strides());
  const auto bytes = static_cast<std::int64_t>(size_of(array.type()));
  return {static_cast<const std::byte*>(array.data()) + reach.first * bytes,
          static_cast<std::size_t>((reach.last - reach.first + 1) * bytes), writes};
}

std::vector<Access> accesses_of(const MatrixProductCall& call) {
  std::vector<Access> accesses{access_of(call.d, true)};
  const auto add = [&](const ArrayView& array) {
    if (array.size() != 0) accesses.push_back(access_of(array, false));
  };
  add(call.a);
  add(call.b);
  if (call.beta != 0 && call.c) add(*call.c);
  if (call.group_ends) add(*call.group_ends);
  for (const ArrayView& input : call.inputs) add(input);
  return accesses;
}

const char* method_name(ProductMethod method) {
  switch (method) {
    case ProductMethod::waves: return "waves";
    case ProductMethod::warpgroups: return "warpgroups";
    default: return "arithmetic";
  }
}

}  // namespace

std::string to_string(const MatrixProductPlan& plan) {
  std::string text = fmt::format("{}, tiles of {} x {}", method_name(plan.method), plan.tile_rows,
                                 plan.tile_columns);
  if (plan.splits > 1) text += fmt::format(", depth split in {}", plan.splits);
  if (plan.is_swapped) text += ", transposed";
  return text + fmt::format(", {} blocks", plan.blocks);
}

MatrixProduct::MatrixProduct(const Device& device, MatrixProductOptions options)
    : state_(std::make_shared<MatrixProductState>(device, std::nullopt, std::move(options))) {}

MatrixProduct::MatrixProduct(const Device& device, const Fusion& epilogue,
                             MatrixProductOptions options) {
  if (epilogue.inputs() == 0 || epilogue.outputs() != 1) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("fusion '{}' cannot be the epilogue of a product: it has {} inputs and "
                            "{} outputs, not the sum as input 0 and one output",
                            epilogue.name(), epilogue.inputs(), epilogue.outputs()));
  }
  state_ = std::make_shared<MatrixProductState>(device, epilogue.graph(), std::move(options));
}

MatrixProductState& MatrixProduct::state() const {
  if (state_ == nullptr) {
    throw Error(ErrorCode::invalid_handle, "the MatrixProduct is empty: default-constructed");
  }
  return *state_;
}

void MatrixProduct::launch(StreamRef stream, const MatrixProductCall& call) const {
  for (const ProductPlan& plan : plans_of(state(), call)) {
    launch_plan(state(), stream, plan);
  }
}

void MatrixProduct::launch(CommandEncoder& encoder, const MatrixProductCall& call) const {
  const std::vector<ProductPlan> plans = plans_of(state(), call);
  if (plans.empty()) return;
  const std::vector<Access> accesses = accesses_of(call);
  for (const ProductPlan& plan : plans) {
    std::vector<Access> used = accesses;
    for_each_step(
        plan,
        [&](std::size_t bytes) {
          Buffer<std::byte> memory = encoder.temporary<std::byte>(bytes);
          used.push_back({memory.data(), bytes, true});
          return memory;
        },
        [&](const ProductPlan& step) {
          encoder.launch(kernel_of(state(), key_of(step)), shape_of(step), used,
                         arguments_of(step));
        });
  }
}

MatrixProductPlan MatrixProduct::plan(const MatrixProductCall& call) const {
  const std::vector<ProductPlan> plans = plans_of(state(), call);
  if (plans.empty()) return {};
  const ProductPlan& plan = plans.front();
  const detail::ProductTileShape& tile = plan.form.tile;
  return {plan.form.method, tile.rows, tile.columns, tile.splits, plan.is_swapped, plan.blocks};
}

MatrixProductTuning MatrixProduct::tune(StreamRef stream, const MatrixProductCall& call) const {
  MatrixProductTuning tuning;
  for (const ProductProblem& problem : problems_of(state(), call)) {
    tuning.measured += tune_problem(state(), stream, problem);
  }
  tuning.plan = plan(call);
  return tuning;
}

Program MatrixProduct::program(const MatrixProductCall& call) const {
  const std::vector<ProductPlan> plans = plans_of(state(), call);
  if (plans.empty()) {
    throw Error(ErrorCode::invalid_argument, "matrix product: d is empty, so there is no kernel");
  }
  const ProductPlan& plan = plans.front();
  const bool is_split = detail::split_bytes(plan) > 0;
  return program_of(state(), key_of(is_split ? detail::split_steps(plan, nullptr)[0] : plan));
}

}  // namespace duet
