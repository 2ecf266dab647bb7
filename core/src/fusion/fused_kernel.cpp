#include <duet/fused_kernel.hpp>

#include <fmt/format.h>

#include <array>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include <duet/arguments.hpp>
#include <duet/jit.hpp>
#include <duet/launch.hpp>

#include "graph.hpp"
#include "kernel_source.hpp"
#include "layout.hpp"

namespace duet {

namespace detail {

struct FusedKernelState {
  FusedKernelState(const Device& target, const FusionGraph& fusion,
                   FusedKernelOptions compile_options)
      : device(target), graph(fusion), options(std::move(compile_options)) {}

  const Device device;
  const FusionGraph graph;
  const FusedKernelOptions options;
  std::mutex mutex{};
  std::vector<std::pair<FusionVariant, Kernel>> kernels{};  ///< few, so searched linearly
};

}  // namespace detail

using detail::FusedKernelState;
using detail::FusionGraph;
using detail::FusionLayout;

namespace {

/// The limit on the parameters of one kernel, in bytes, on every backend.
constexpr std::size_t max_parameter_bytes = 4096;

Program program_of(const FusedKernelState& state, const FusionVariant& variant) {
  return {.name = state.graph.name(),
          .source = detail::kernel_source(state.graph, variant),
          .kernels = {detail::fusion_kernel},
          .options = state.options.compile};
}

/// Returns the variant's kernel and compiles it at first use. Concurrent callers share one
/// compilation (`jit` guarantees that).
Kernel kernel_of(FusedKernelState& state, const FusionVariant& variant) {
  const auto find = [&]() -> const Kernel* {
    for (const auto& [known, kernel] : state.kernels) {
      if (known == variant) return &kernel;
    }
    return nullptr;
  };
  {
    const std::lock_guard lock(state.mutex);
    if (const Kernel* const known = find()) return *known;
  }
  const Kernel kernel = jit(state.device, program_of(state, variant)).kernel(detail::fusion_kernel);
  const std::lock_guard lock(state.mutex);
  if (find() == nullptr) state.kernels.emplace_back(variant, kernel);
  return kernel;
}

/// Adds one value per dimension as a `duet::array`, padded with zeros.
template <typename T>
void add_dimensions(Arguments& arguments, const Dimensions& values, int dimensions) {
  std::array<T, max_dimensions> converted{};
  for (int d = 0; d < values.size(); ++d)
    converted[static_cast<std::size_t>(d)] = static_cast<T>(values[d]);
  arguments.add_bytes(converted.data(), sizeof(T) * static_cast<std::size_t>(dimensions),
                      alignof(T));
}

/// Adds the shape in vectors, and the distance of two vectors along each dimension.
template <typename Index>
void add_strides(Arguments& arguments, const FusionLayout& layout, const FusionVariant& variant) {
  const int last = layout.shape.size() - 1;
  Dimensions shape = layout.shape;
  shape[last] /= variant.elements;
  add_dimensions<Index>(arguments, shape, variant.dimensions);
  for (const detail::FusionOperand& operand : layout.operands) {
    Dimensions strides = operand.strides;
    strides[last] *= variant.elements;
    add_dimensions<std::make_signed_t<Index>>(arguments, strides, variant.dimensions);
  }
  if (variant.dimensions == max_dimensions) arguments.add(layout.shape.size());
}

template <typename Index>
void add_indexing(Arguments& arguments, const FusionLayout& layout, const FusionVariant& variant) {
  const bool is_strided = variant.form == FusionForm::strided;
  if (is_strided) add_strides<Index>(arguments, layout, variant);
  arguments.add(static_cast<Index>(is_strided ? layout.size / variant.elements : layout.size));
}

Arguments arguments_of(const FusionGraph& graph, const FusionLayout& layout,
                       const FusionVariant& variant) {
  Arguments arguments;
  for (const detail::FusionOperand& operand : layout.operands) arguments.add(operand.data);
  if (variant.index_bits == 32) {
    add_indexing<std::uint32_t>(arguments, layout, variant);
  } else {
    add_indexing<std::uint64_t>(arguments, layout, variant);
  }
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) bytes += arguments.bytes_of(i);
  if (bytes > max_parameter_bytes) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("fusion '{}': {} arrays of {} dimensions take {} bytes of parameters; a "
                    "kernel has at most {}",
                    graph.name(), layout.operands.size(), layout.shape.size(), bytes,
                    max_parameter_bytes));
  }
  return arguments;
}

/// Checks that the device of the kernels can access the arrays.
void check_homes(const FusedKernelState& state, const char* kind,
                 std::span<const ArrayView> arrays) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (!detail::is_elsewhere(arrays[i].home(), state.device)) continue;
    detail::require_access(state.device, *arrays[i].home(), arrays[i].data(),
                           fmt::format("fusion '{}': {} {}", state.graph.name(), kind, i));
  }
}

/// A launch, ready to be submitted.
struct Launch {
  FusionLayout layout;
  Kernel kernel;
  LaunchShape shape;
  Arguments arguments;
};

/// @returns nothing for empty arrays
std::optional<Launch> make_launch(FusedKernelState& state, std::span<const ArrayView> inputs,
                                  std::span<const ArrayView> outputs) {
  check_homes(state, "input", inputs);
  check_homes(state, "output", outputs);
  FusionLayout layout = detail::make_layout(state.graph, inputs, outputs);
  if (layout.size == 0) return std::nullopt;
  const FusionVariant variant = detail::choose_variant(layout, state.options.index_bits);
  Arguments arguments = arguments_of(state.graph, layout, variant);
  const auto threads = static_cast<std::size_t>((layout.size - 1) / variant.elements + 1);
  return Launch{std::move(layout), kernel_of(state, variant), cover(threads, detail::fusion_block),
                std::move(arguments)};
}

}  // namespace

const char* name_of(FusionForm form) noexcept {
  switch (form) {
    case FusionForm::vectors: return "vectors";
    case FusionForm::contiguous: return "contiguous";
    case FusionForm::strided: return "strided";
  }
  return "unknown";
}

std::string to_string(const FusionVariant& variant) {
  std::string text;
  switch (variant.form) {
    case FusionForm::vectors: text = fmt::format("vectors of {}", variant.elements); break;
    case FusionForm::contiguous: text = "contiguous"; break;
    case FusionForm::strided:
      text = variant.dimensions == max_dimensions
                 ? "strided"
                 : fmt::format("{}-dimensional strided", variant.dimensions);
      if (variant.elements > 1) text += fmt::format(", vectors of {}", variant.elements);
      break;
  }
  text += fmt::format(", {}-bit indices", variant.index_bits);
  if (variant.scalars != 0) text += fmt::format(", scalars {:#x}", variant.scalars);
  return text;
}

FusedKernel::FusedKernel(const Device& device, const Fusion& fusion, FusedKernelOptions options) {
  if (fusion.outputs() == 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("fusion '{}' has no output", fusion.name()));
  }
  if (options.index_bits != 32 && options.index_bits != 64) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("indices have 32 or 64 bits, not {}", options.index_bits));
  }
  state_ = std::make_shared<FusedKernelState>(device, fusion.graph(), std::move(options));
}

FusedKernelState& FusedKernel::state() const {
  if (state_ == nullptr) {
    throw Error(ErrorCode::invalid_handle, "the FusedKernel is empty: default-constructed");
  }
  return *state_;
}

void FusedKernel::launch(StreamRef stream, std::span<const ArrayView> inputs,
                         std::span<const ArrayView> outputs) const {
  if (const auto launch = make_launch(state(), inputs, outputs)) {
    duet::launch(stream, launch->kernel, launch->shape, launch->arguments);
  }
}

void FusedKernel::launch(CommandEncoder& encoder, std::span<const ArrayView> inputs,
                         std::span<const ArrayView> outputs) const {
  const auto launch = make_launch(state(), inputs, outputs);
  if (!launch) return;
  std::vector<Access> accesses;
  for (std::size_t i = 0; i < launch->layout.operands.size(); ++i) {
    accesses.push_back(launch->layout.access(i));
  }
  encoder.launch(launch->kernel, launch->shape, accesses, launch->arguments);
}

FusionVariant FusedKernel::variant(std::span<const ArrayView> inputs,
                                   std::span<const ArrayView> outputs) const {
  const FusionLayout layout = detail::make_layout(state().graph, inputs, outputs);
  return layout.size == 0 ? FusionVariant{}
                          : detail::choose_variant(layout, state().options.index_bits);
}

std::vector<FusionVariant> FusedKernel::variants() const {
  FusedKernelState& state = this->state();
  const std::lock_guard lock(state.mutex);
  std::vector<FusionVariant> variants;
  for (const auto& [variant, kernel] : state.kernels) variants.push_back(variant);
  return variants;
}

Program FusedKernel::program(const FusionVariant& variant) const {
  return program_of(state(), variant);
}

}  // namespace duet
