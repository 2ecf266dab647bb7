#include "kernel_state.hpp"

#include <fmt/format.h>

#include <optional>

namespace duet::detail {

namespace {

std::uint64_t next_kernel_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// @returns nothing if the driver does not support the attribute. It is asked twice, so that an
/// error
///          that passes is not taken for that
std::optional<int> attribute(vendor::FunctionHandle function, vendor::FunctionAttribute name) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    int value = 0;
    const vendor::Status status = driver().function_attribute(&value, name, function);
    if (status == vendor::success) return value;
    if (vendor::classify(status) != ErrorCode::not_supported) {
      check(status, DUET_CALL_SITE(DriverNames, function_attribute, "&value, name, function"));
    }
    vendor::clear_pending_error();
  }
  return std::nullopt;
}

/// Fills in the driver's information. After compiling PTX it knows more than the code contains.
/// @throws Error  also if a call fails that every driver supports: then the answers before it mean
///                nothing
void add_driver_info(KernelInfo& info, vendor::FunctionHandle function) {
  using A = vendor::function_attribute;
  const auto bytes = [&](vendor::FunctionAttribute name) {
    const std::optional<int> value = attribute(function, name);
    return value ? std::optional(static_cast<std::size_t>(*value)) : std::nullopt;
  };
  info.registers = attribute(function, A::registers);
  info.shared_bytes = bytes(A::shared_bytes);
  info.local_bytes = bytes(A::local_bytes);
  info.constant_bytes = bytes(A::constant_bytes);
  if (!info.parameter_bytes) info.parameter_bytes = vendor::parameter_bytes(function);
  int most = 0;
  DUET_DRIVER(function_attribute, &most, A::max_threads, function);
  info.max_threads = most;
}

std::vector<ArgumentShape> parameter_shapes(const KernelProperties& properties) {
  if (!properties.info.parameter_bytes) return {};
  std::vector<ArgumentShape> shapes;
  for (const std::size_t bytes : *properties.info.parameter_bytes) shapes.push_back({bytes, {}});
  if (properties.parameter_types.size() != shapes.size()) return shapes;
  for (std::size_t i = 0; i < shapes.size(); ++i) shapes[i].type = properties.parameter_types[i];
  return shapes;
}

}  // namespace

KernelState::KernelState(const Device& kernel_device, std::string kernel_name,
                         vendor::FunctionHandle handle, KernelInfo code_info)
    : device(kernel_device),
      name(std::move(kernel_name)),
      function(handle),
      id(next_kernel_id()),
      properties_{.info = std::move(code_info)} {}

void KernelState::query() const {
  (void)queried_.run([&] {
    make_current(device);
    KernelInfo info = properties_.info;
    add_driver_info(info, function);
    add_parameter_types(info);
    properties_.parameter_types = argument_types(info);
    properties_.info = std::move(info);
    properties_.parameter_shapes = parameter_shapes(properties_);
    properties_.static_shared = properties_.info.shared_bytes.value_or(0);
    properties_.max_threads = static_cast<std::size_t>(
        properties_.info.max_threads.value_or(device.info().max_threads_per_block));
    const std::size_t default_limit = device.info().shared_per_block;
    allowed_shared.store(
        default_limit > properties_.static_shared ? default_limit - properties_.static_shared : 0);
  });
}

std::string shared_memory_fault(const KernelState& kernel, std::size_t dynamic_shared) {
  const std::size_t limit = kernel.device.info().max_shared_per_block;
  const std::size_t static_shared = kernel.properties().static_shared;
  if (dynamic_shared <= limit && dynamic_shared + static_shared <= limit) return {};
  return fmt::format(
      "{} bytes of dynamic and {} of static shared memory exceed the {} that a block can have",
      dynamic_shared, static_shared, limit);
}

void raise_shared_limit(const KernelState& kernel, std::size_t bytes) {
  make_current(kernel.device);
  vendor::allow_dynamic_shared(kernel.function, bytes);
  std::size_t allowed = kernel.allowed_shared.load(std::memory_order_relaxed);
  while (allowed < bytes && !kernel.allowed_shared.compare_exchange_weak(allowed, bytes)) {
  }
}

}  // namespace duet::detail
