#include <duet/launch.hpp>
#include <duet/strict.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "argument_addresses.hpp"
#include "base/extent_text.hpp"
#include "base/launch_observer.hpp"
#include "cluster.hpp"
#include "driver/device_wait.hpp"
#include "driver/memory/memory_check.hpp"
#include "l2_window.hpp"
#include "launch_check.hpp"
#include "occupancy.hpp"

namespace duet {

namespace {

using detail::KernelProperties;
using detail::KernelState;

bool within(const Dim3& extent, const Dim3& limit) noexcept {
  // 0 - 1 wraps to the largest number, so that one comparison checks both bounds.
  return extent.x - 1 < limit.x && extent.y - 1 < limit.y && extent.z - 1 < limit.z;
}

bool has_countable_threads(const LaunchShape& shape) noexcept {
  constexpr std::uint64_t limit = vendor::max_threads_per_grid_dimension;
  return std::uint64_t{shape.grid.x} * shape.block.x <= limit &&
         std::uint64_t{shape.grid.y} * shape.block.y <= limit &&
         std::uint64_t{shape.grid.z} * shape.block.z <= limit;
}

[[noreturn]] void refuse_launch(const KernelState& kernel, const std::string& why) {
  throw Error(ErrorCode::invalid_argument, fmt::format("launch of {}: {}", kernel.name, why));
}

[[noreturn]] void refuse_shape(const KernelState& kernel, const LaunchShape& shape) {
  const DeviceInfo& device = kernel.device.info();
  if (!within(shape.grid, device.max_grid)) {
    refuse_launch(kernel,
                  fmt::format("the grid is {}; each dimension must be at least 1 and the device "
                              "takes at most {}{}",
                              text(shape.grid), text(device.max_grid), negative_hint(shape.grid)));
  }
  if (!within(shape.block, device.max_block)) {
    refuse_launch(
        kernel, fmt::format("the block is {}; each dimension must be at least 1 and the device "
                            "takes at most {}{}",
                            text(shape.block), text(device.max_block), negative_hint(shape.block)));
  }
  if (!has_countable_threads(shape)) {
    refuse_launch(
        kernel,
        fmt::format("a grid of {} blocks of {} has more than {} threads in a dimension",
                    text(shape.grid), text(shape.block), vendor::max_threads_per_grid_dimension));
  }
  if (shape.block.volume() > kernel.properties().max_threads) {
    refuse_launch(
        kernel,
        fmt::format("the block of {} has {} threads, but this kernel takes at most {} "
                    "(its registers or launch bounds allow no more)",
                    text(shape.block), shape.block.volume(), kernel.properties().max_threads));
  }
  refuse_launch(kernel, shared_memory_fault(kernel, shape.shared_bytes));
}

void check_shape(const KernelState& kernel, const LaunchShape& shape) {
  const DeviceInfo& device = kernel.device.info();
  const KernelProperties& properties = kernel.properties();
  const bool is_valid =
      within(shape.grid, device.max_grid) && within(shape.block, device.max_block) &&
      has_countable_threads(shape) && shape.block.volume() <= properties.max_threads &&
      shape.shared_bytes <= device.max_shared_per_block &&
      shape.shared_bytes + properties.static_shared <= device.max_shared_per_block;
  if (!is_valid) [[unlikely]] {
    refuse_shape(kernel, shape);
  }
}

/// Describes a parameter's type for messages; empty if it is unknown.
std::string type_text(const KernelState& kernel, std::size_t index) {
  const auto& types = kernel.properties().info.parameter_types;
  if (!types || index >= types->size() || (*types)[index].empty()) return {};
  return fmt::format(" (it is '{}')", (*types)[index]);
}

void check_types(const KernelState& kernel, std::span<const ArgumentShape> arguments) {
  const KernelProperties& properties = kernel.properties();
  if (properties.parameter_types.size() != arguments.size()) return;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (may_be_passed(arguments[i].type, properties.parameter_types[i])) continue;
    refuse_launch(
        kernel, fmt::format("argument {} (counting from 0) is {}, the kernel's parameter is '{}'",
                            i, describe(arguments[i].type), (*properties.info.parameter_types)[i]));
  }
}

void check_arguments(const KernelState& kernel, std::span<const ArgumentShape> arguments) {
  if (const auto& sizes = kernel.properties().info.parameter_bytes) {
    const std::vector<std::size_t>& expected = *sizes;
    if (arguments.size() != expected.size()) {
      refuse_launch(kernel, fmt::format("{} arguments were given, the kernel takes {}",
                                        arguments.size(), expected.size()));
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].bytes == expected[i]) continue;
      refuse_launch(
          kernel,
          fmt::format("argument {} (counting from 0) has {} bytes, the kernel's parameter {}{}", i,
                      arguments[i].bytes, expected[i], type_text(kernel, i)));
    }
  }
  check_types(kernel, arguments);
}

[[noreturn]] void refuse_as_unsupported(const KernelState& kernel, const std::string& why) {
  throw Error(ErrorCode::not_supported, fmt::format("launch of {}: {}", kernel.name, why));
}

void check_cooperative_device(const KernelState& kernel) {
  const DeviceInfo& device = kernel.device.info();
  if (device.cooperative_launch) return;
  if (driver_has<&DriverNames::launch_cooperative>(driver().launch_cooperative)) {
    refuse_as_unsupported(kernel, fmt::format("{} cannot run cooperative grids", device.name));
  }
  refuse_as_unsupported(
      kernel, fmt::format("cooperative launches need {}, available from {} "
                          "on; the loaded version does not have it",
                          DriverNames::launch_cooperative, vendor::cooperative_launch_since));
}

/// Checks that all blocks of a cooperative grid can be resident at once.
void check_cooperation(const KernelState& kernel, const LaunchShape& shape) {
  check_cooperative_device(kernel);
  const auto multiprocessors = static_cast<std::size_t>(kernel.device.info().multiprocessors);
  const auto per_multiprocessor =
      static_cast<std::size_t>(active_blocks(kernel, shape.block.volume(), shape.shared_bytes));
  if (shape.grid.volume() > per_multiprocessor * multiprocessors) {
    refuse_launch(
        kernel,
        fmt::format("the cooperative grid of {} has {} blocks, but at most {} of {} "
                    "threads and {} bytes of dynamic shared memory can be resident at once "
                    "({} on each of {} multiprocessors)",
                    text(shape.grid), shape.grid.volume(), per_multiprocessor * multiprocessors,
                    shape.block.volume(), shape.shared_bytes, per_multiprocessor, multiprocessors));
  }
}

void check_cluster_cooperation(const KernelState& kernel, const LaunchShape& shape) {
  check_cooperative_device(kernel);
  const auto limit = static_cast<std::size_t>(vendor::active_clusters(kernel.function, shape)) *
                     shape.cluster->volume();
  if (shape.grid.volume() > limit) {
    refuse_launch(kernel,
                  fmt::format("the cooperative grid of {} has {} blocks, but in clusters of {} at "
                              "most {} of {} threads and {} bytes of dynamic shared memory can be "
                              "resident at once",
                              text(shape.grid), shape.grid.volume(), text(*shape.cluster), limit,
                              shape.block.volume(), shape.shared_bytes));
  }
}

void check_special(const KernelState& kernel, const LaunchShape& shape) {
  make_current(kernel.device);
  if (!shape.cluster) return check_cooperation(kernel, shape);
  detail::check_cluster(kernel, shape);
  if (shape.cooperative) check_cluster_cooperation(kernel, shape);
}

/// Starts a launch that is cooperative, has clusters or a window, or begins early.
void start_special(const KernelState& kernel, const LaunchShape& shape, StreamRef stream,
                   void** values) {
  if (shape.l2_window) {
    if (kernel.device.info().max_l2_window == 0) {
      return detail::start_launch(stream, kernel, detail::without_ignored(kernel.device, shape),
                                  values);
    }
    return vendor::launch_with_window(kernel.function, shape,
                                      static_cast<vendor::StreamHandle>(stream.handle()), values);
  }
  if (shape.cluster) {
    return vendor::launch_clusters(kernel.function, shape,
                                   static_cast<vendor::StreamHandle>(stream.handle()), values);
  }
  if (!shape.cooperative) {
    return vendor::launch_programmatically(
        kernel.function, shape, static_cast<vendor::StreamHandle>(stream.handle()), values);
  }
  DUET_DRIVER(launch_cooperative, kernel.function, shape.grid.x, shape.grid.y, shape.grid.z,
              shape.block.x, shape.block.y, shape.block.z,
              static_cast<unsigned>(shape.shared_bytes),
              static_cast<vendor::StreamHandle>(stream.handle()), values);
}

}  // namespace

void detail::check_launch(const KernelState& kernel, const LaunchShape& shape,
                          std::span<const ArgumentShape> arguments, bool is_permanent) {
  check_shape(kernel, shape);
  if (!is_permanent || arguments.empty() ||
      kernel.accepted_arguments.load(std::memory_order_relaxed) != arguments.data()) {
    check_arguments(kernel, arguments);
    if (is_permanent) kernel.accepted_arguments.store(arguments.data(), std::memory_order_relaxed);
  }
  if (shape.is_special()) [[unlikely]] {
    check_special(kernel, shape);
  }
  if (shape.l2_window) [[unlikely]] {
    check_l2_window(kernel, shape);
  }
}

std::span<const ArgumentShape> detail::shapes_from_code(const KernelState& kernel,
                                                        std::span<void* const> values) {
  const KernelProperties& properties = kernel.properties();
  if (!properties.info.parameter_bytes) {
    refuse_as_unsupported(kernel,
                          "the code does not tell the sizes of its parameters; give the arguments "
                          "themselves or a duet::Arguments instead of their addresses");
  }
  const std::vector<ArgumentShape>& shapes = properties.parameter_shapes;
  if (values.size() != shapes.size()) {
    refuse_launch(kernel, fmt::format("{} arguments were given, the kernel takes {}", values.size(),
                                      shapes.size()));
  }
  const auto null = std::ranges::find(values, nullptr);
  if (null != values.end()) {
    refuse_launch(kernel, fmt::format("the address of argument {} (counting from 0) is null",
                                      null - values.begin()));
  }
  return shapes;
}

Arguments detail::arguments_of(const KernelState& kernel, std::span<void* const> values) {
  const std::span<const ArgumentShape> shapes = shapes_from_code(kernel, values);
  Arguments arguments;
  for (std::size_t i = 0; i < values.size(); ++i) {
    arguments.add_bytes(values[i], shapes[i].bytes, alignof(std::max_align_t));
  }
  return arguments;
}

void detail::check_stream(const KernelState& kernel, StreamRef stream) {
  if (stream.device() != kernel.device) [[unlikely]] {
    refuse_launch(kernel, fmt::format("the stream is on device {}, the kernel on device {}",
                                      stream.device().ordinal(), kernel.device.ordinal()));
  }
}

void detail::check_homes(const Device& device, const Kernel& kernel,
                         std::span<const DeviceState* const> homes, std::span<void* const> values) {
  for (std::size_t i = 0; i < homes.size(); ++i) {
    if (!is_elsewhere(homes[i], device)) continue;
    require_access(device, *homes[i], *static_cast<void* const*>(values[i]),
                   fmt::format("launch of {}: argument {} (counting from 0)", kernel.name(), i));
  }
}

void detail::check_pointers(const KernelState& kernel, std::span<void* const> values,
                            std::span<const ArgumentShape> arguments) {
  const std::vector<ArgumentType>& types = kernel.properties().parameter_types;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_pointer =
        arguments[i].type.is_pointer || (i < types.size() && types[i].is_pointer);
    if (!is_pointer || arguments[i].bytes != sizeof(void*)) continue;
    const void* const address = *static_cast<void* const*>(values[i]);
    if (address == nullptr) continue;
    require_memory(kernel.device, address, 0,
                   fmt::format("launch of {}: argument {} (counting from 0)", kernel.name, i));
  }
}

void detail::check_memory(const Kernel& kernel, const Arguments& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const DeviceState* const home = arguments.home_of(i);
    if (!is_elsewhere(home, kernel.device())) continue;
    require_access(kernel.device(), *home, *static_cast<void* const*>(arguments.data_of(i)),
                   fmt::format("launch of {}: argument {} (counting from 0)", kernel.name(), i));
  }
  if (!strict_mode()) return;
  check_pointers(kernel.state(), ArgumentAddresses(arguments).span(), arguments.shapes());
}

void detail::start_launch(StreamRef stream, const KernelState& kernel, const LaunchShape& shape,
                          void** values) {
  const DeviceWait wait(kernel.device);
  allow_shared(kernel, shape.shared_bytes);
  if (shape.is_special() || shape.l2_window || begins_early(kernel.device, shape)) [[unlikely]] {
    return start_special(kernel, shape, stream, values);
  }
  DUET_DRIVER(launch, kernel.function, shape.grid.x, shape.grid.y, shape.grid.z, shape.block.x,
              shape.block.y, shape.block.z, static_cast<unsigned>(shape.shared_bytes),
              static_cast<vendor::StreamHandle>(stream.handle()), values, nullptr);
}

void detail::run_launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
                        std::span<void*> values, std::span<const ArgumentShape> arguments,
                        bool is_permanent) {
  const KernelState& state = kernel.state();
  check_launch(state, shape, arguments, is_permanent);
  check_stream(state, stream);
  make_current(state.device);
  if (strict_mode()) [[unlikely]] {
    check_pointers(state, values, arguments);
  }
  if (launch_observer != nullptr) [[unlikely]] {
    return launch_observer->launch(stream, kernel, shape, values, arguments,
                                   [&] { start_launch(stream, state, shape, values.data()); });
  }
  start_launch(stream, state, shape, values.data());
}

void launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
            const Arguments& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!detail::is_elsewhere(arguments.home_of(i), stream.device())) continue;
    detail::check_memory(kernel, arguments);
    break;
  }
  detail::ArgumentAddresses values(arguments);
  detail::run_launch(stream, kernel, shape, values.span(), arguments.shapes(), false);
}

void launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
            std::span<void* const> values) {
  const std::span<const ArgumentShape> shapes = detail::shapes_from_code(kernel.state(), values);
  // Drivers only read the list. It is never null, even without arguments.
  std::array<void*, 1> none{};
  const std::span<void*> list =
      values.empty() ? std::span<void*>(none.data(), 0)
                     : std::span<void*>(const_cast<void**>(values.data()), values.size());
  detail::run_launch(stream, kernel, shape, list, shapes, true);
}

}  // namespace duet
