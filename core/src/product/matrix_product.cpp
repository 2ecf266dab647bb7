#include <duet/matrix_product.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include <duet/arguments.hpp>
#include <duet/jit.hpp>
#include <duet/launch.hpp>

#include "../driver/device_state.hpp"
#include "../driver/driver.hpp"
#include "../fusion/array_reach.hpp"
#include "operand.hpp"
#include "plan.hpp"
#include "product_source.hpp"

namespace duet {

namespace detail {

/// The types and the form that a kernel was compiled for.
struct ProductKernelKey {
  ProductKernelForm form;
  DataType operand, output;

  friend bool operator==(const ProductKernelKey&, const ProductKernelKey&) = default;
};

struct MatrixProductState {
  MatrixProductState(const Device& target, std::optional<FusionGraph> graph,
                     MatrixProductOptions given);

  const FusionGraph* epilogue() const noexcept { return graph ? &*graph : nullptr; }

  const Device device;
  const std::optional<FusionGraph> graph;
  const MatrixProductOptions options;
  std::string warpgroup_target{};  ///< empty: not for this device or these options
  std::mutex mutex{};
  std::vector<std::pair<ProductKernelKey, Kernel>> kernels{};  ///< few, so searched linearly
};

MatrixProductState::MatrixProductState(const Device& target,
                                       std::optional<FusionGraph> epilogue_graph,
                                       MatrixProductOptions given)
    : device(target), graph(std::move(epilogue_graph)), options(std::move(given)) {
  const char* const architecture = vendor::warpgroup_architecture(device.state().handle);
  const std::string& asked = options.compile.architecture;
  if (architecture != nullptr && (asked.empty() || asked == architecture)) {
    warpgroup_target = architecture;
  }
}

}  // namespace detail

using detail::KernelOperand;
using detail::MatrixProductState;
using detail::ProductKernelKey;
using detail::ProductMatrix;
using detail::ProductPlan;
using detail::ProductProblem;

namespace {

Program program_of(const MatrixProductState& state, const ProductKernelKey& key) {
  Program program{
      .name = detail::product_kernel,
      .source = detail::product_source(key.form, key.operand, key.output, state.epilogue()),
      .kernels = {detail::product_kernel},
      .options = state.options.compile};
  if (key.form.method == ProductMethod::warpgroups) {
    program.options.architecture = state.warpgroup_target;
  }
  return program;
}

ProductKernelKey key_of(const ProductPlan& plan) {
  return {plan.form, plan.problem.a.type, plan.problem.d.type};
}

/// Returns the plan's kernel and compiles it at first use. Concurrent callers share one compilation
/// (`jit` guarantees that).
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
  Kernel kernel = jit(state.device, program_of(state, key)).kernel(detail::product_kernel);
  const std::lock_guard lock(state.mutex);
  if (find() == nullptr) state.kernels.emplace_back(key, kernel);
  return kernel;
}

/// duet::ProductExtents of kernels.
struct KernelExtents {
  std::uint32_t rows, columns, depth, batches;
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

Arguments arguments_of(const ProductPlan& plan) {
  const ProductProblem& problem = plan.problem;
  const bool has_maps = plan.form.method == ProductMethod::warpgroups;
  const DataType sum = detail::sum_type(problem.a.type);
  Arguments arguments;
  add_struct(arguments,
             detail::kernel_operand(operand_a(problem), has_maps ? plan.form.tile.rows : 0));
  add_struct(arguments,
             detail::kernel_operand(operand_b(problem), has_maps ? plan.form.tile.columns : 0));
  const auto number = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
  add_struct(arguments, KernelExtents{number(problem.rows), number(problem.columns),
                                      number(problem.depth), number(problem.batches)});
  add_struct(arguments, KernelMatrix(problem.d));
  add_factor(arguments, sum, problem.alpha);
  if (plan.form.has_c) {
    add_struct(arguments, KernelMatrix(problem.c));
    add_factor(arguments, sum, problem.beta);
  }
  for (const ProductMatrix& input : problem.inputs) add_struct(arguments, KernelMatrix(input));
  return arguments;
}

LaunchShape shape_of(const ProductPlan& plan) {
  LaunchShape shape{
      .grid = {plan.blocks}, .block = {plan.threads}, .shared_bytes = plan.shared_bytes};
  if (plan.form.tile.splits > 1) shape.cluster = Dim3{static_cast<unsigned>(plan.form.tile.splits)};
  return shape;
}

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
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    check(call.inputs[i], fmt::format("input {}", i + 1));
  }
}

std::vector<ProductPlan> plans_of(const MatrixProductState& state, const MatrixProductCall& call) {
  check_homes(state, call);
  const DeviceInfo& info = state.device.info();
  const CompileOptions& options = state.options.compile;
  const detail::ProductDevice device{
      .multiprocessors = info.multiprocessors,
      .wave_size = options.wave_size.value_or(info.wave_size),
      .shared_bytes = info.max_shared_per_block,
      .architecture = options.architecture.empty() ? info.architecture : options.architecture,
      .has_warpgroups = !state.warpgroup_target.empty()};
  std::vector<ProductPlan> plans;
  for (const ProductProblem& problem : detail::make_problems(call, state.epilogue())) {
    plans.push_back(detail::make_plan(problem, state.options.method, device));
  }
  return plans;
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
    duet::launch(stream, kernel_of(state(), key_of(plan)), shape_of(plan), arguments_of(plan));
  }
}

void MatrixProduct::launch(CommandEncoder& encoder, const MatrixProductCall& call) const {
  const std::vector<ProductPlan> plans = plans_of(state(), call);
  if (plans.empty()) return;
  const std::vector<Access> accesses = accesses_of(call);
  for (const ProductPlan& plan : plans) {
    encoder.launch(kernel_of(state(), key_of(plan)), shape_of(plan), accesses, arguments_of(plan));
  }
}

MatrixProductPlan MatrixProduct::plan(const MatrixProductCall& call) const {
  const std::vector<ProductPlan> plans = plans_of(state(), call);
  if (plans.empty()) return {};
  const ProductPlan& plan = plans.front();
  const detail::ProductTileShape& tile = plan.form.tile;
  return {plan.form.method, tile.rows, tile.columns, tile.splits, plan.is_swapped, plan.blocks};
}

Program MatrixProduct::program(const MatrixProductCall& call) const {
  const std::vector<ProductPlan> plans = plans_of(state(), call);
  if (plans.empty()) {
    throw Error(ErrorCode::invalid_argument, "matrix product: d is empty, so there is no kernel");
  }
  return program_of(state(), key_of(plans.front()));
}

}  // namespace duet
