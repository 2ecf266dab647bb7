#include "product_state.hpp"

#include <duet/jit.hpp>

#include "../driver/device_state.hpp"
#include "../driver/driver.hpp"
#include "product_source.hpp"

namespace duet::detail {

namespace {

/// The target for warpgroups; empty: not for this device or these options.
std::string warpgroup_target_of(const Device& device, const CompileOptions& options) {
  const char* const architecture = vendor::warpgroup_architecture(device.state().handle);
  const std::string& asked = options.architecture;
  const bool is_possible = architecture != nullptr && (asked.empty() || asked == architecture);
  return is_possible ? architecture : "";
}

ProductDevice product_device(const Device& device, const CompileOptions& options,
                             bool has_warpgroups) {
  const DeviceInfo& info = device.info();
  const std::string& architecture =
      options.architecture.empty() ? info.architecture : options.architecture;
  return {.multiprocessors = info.multiprocessors,
          .wave_size = options.wave_size.value_or(info.wave_size),
          .shared_bytes = info.max_shared_per_block,
          .architecture = architecture,
          .has_warpgroups = has_warpgroups,
          .has_boxes = vendor::has_tensor_maps(device.state().handle) &&
                       vendor::copies_tensors(architecture)};
}

}  // namespace

MatrixProductState::MatrixProductState(const Device& of_kernels,
                                       std::optional<FusionGraph> epilogue_graph,
                                       MatrixProductOptions given)
    : device(of_kernels),
      graph(std::move(epilogue_graph)),
      options(std::move(given)),
      warpgroup_target(warpgroup_target_of(device, options.compile)),
      target(product_device(device, options.compile, !warpgroup_target.empty())) {}

Program program_of(const MatrixProductState& state, const ProductKernelKey& key) {
  Program program{
      .name = product_kernel,
      .source = product_source(key.form, key.operand, key.sum, key.output,
                               key.form.step == ProductStep::parts ? nullptr : state.epilogue()),
      .kernels = {product_kernel},
      .options = state.options.compile};
  if (key.form.method == ProductMethod::warpgroups) {
    program.options.architecture = state.warpgroup_target;
  }
  return program;
}

ProductKernelKey key_of(const ProductPlan& plan) {
  return {plan.form, plan.problem.a.type, plan.problem.sum, plan.problem.d.type};
}

Kernel kernel_of(MatrixProductState& state, const ProductKernelKey& key) {
  const auto find = [&]() -> const Kernel* {
    for (const auto& [known, kernel] : state.kernels) {
      if (known == key) return &kernel;
    }
    return nullptr;
  };
  {
    const std::lock_guard lock(state.mutex);
    if (const Kernel* const known = find()) return *known;
  }
  Kernel kernel = jit(state.device, program_of(state, key)).kernel(product_kernel);
  const std::lock_guard lock(state.mutex);
  if (find() == nullptr) state.kernels.emplace_back(key, kernel);
  return kernel;
}

ProductPlan plan_of(MatrixProductState& state, const ProductProblem& problem) {
  ProductPlan plan = make_plan(problem, state.options, state.target);
  const std::lock_guard lock(state.mutex);
  if (state.tuned.empty()) return plan;
  const ProductKernelKey key = key_of(plan);
  for (const TunedProduct& tuned : state.tuned) {
    if (!tuned.is_for(key, problem)) continue;
    return make_plan(problem, tuned.method, tuned.tile, state.target);
  }
  return plan;
}

}  // namespace duet::detail
