#include <duet/device.hpp>
#include <duet/profiling_range.hpp>

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "destruction.hpp"
#include "device_state.hpp"
#include "device_wait.hpp"
#include "host_callback.hpp"

namespace duet {

void make_current(const Device& device) { make_current(device.state()); }

const char* backend_name() noexcept { return vendor::backend_name; }

namespace {

using detail::DeviceState;

int attribute(vendor::DeviceHandle device, vendor::DeviceAttribute name) {
  int value = 0;
  DUET_DRIVER(device_attribute, &value, name, device);
  return value;
}

std::string device_name(vendor::DeviceHandle device) {
  char name[256] = {};
  DUET_DRIVER(device_name, name, static_cast<int>(sizeof(name)), device);
  return name;
}

std::string pci_bus_id(vendor::DeviceHandle device) {
  // Asked twice: an error that passes does not mean that the device has no such address.
  for (int attempt = 0; attempt < 2; ++attempt) {
    char id[32] = {};
    if (driver().device_pci_bus_id(id, static_cast<int>(sizeof(id)), device) == vendor::success) {
      return id;
    }
    vendor::clear_pending_error();
  }
  return "";
}

DeviceInfo read_info(vendor::DeviceHandle device) {
  using A = vendor::device_attribute;
  const auto number = [&](vendor::DeviceAttribute name) { return attribute(device, name); };
  const auto bytes = [&](vendor::DeviceAttribute name) {
    return static_cast<std::size_t>(attribute(device, name));
  };
  const auto extent = [&](vendor::DeviceAttribute name) {
    return static_cast<unsigned>(attribute(device, name));
  };
  DeviceInfo info;
  info.name = device_name(device);
  info.architecture = vendor::device_architecture(device);
  const vendor::ComputeCapability capability = vendor::compute_capability(device);
  info.compute_major = capability.major;
  info.compute_minor = capability.minor;
  info.uuid = vendor::device_uuid(device);
  info.pci_bus_id = pci_bus_id(device);
  info.wave_size = number(A::wave_size);
  info.multiprocessors = number(A::multiprocessors);
  info.clock_khz = number(A::clock_khz);
  DUET_DRIVER(device_total_memory, &info.total_memory, device);
  info.l2_bytes = bytes(A::l2_bytes);
  const vendor::L2Limits l2 = vendor::l2_limits(device);
  info.max_l2_window = l2.window;
  info.max_persisting_l2 = l2.persisting;
  info.shared_per_block = bytes(A::shared_per_block);
  info.max_shared_per_block = bytes(A::max_shared_per_block);
  info.registers_per_block = number(A::registers_per_block);
  info.max_threads_per_block = number(A::max_threads_per_block);
  info.max_threads_per_multiprocessor = number(A::max_threads_per_multiprocessor);
  info.max_block = {extent(A::max_block_x), extent(A::max_block_y), extent(A::max_block_z)};
  info.max_grid = {extent(A::max_grid_x), extent(A::max_grid_y), extent(A::max_grid_z)};
  info.managed_memory = number(A::managed_memory) != 0;
  info.concurrent_managed_access = number(A::concurrent_managed_access) != 0;
  info.managed_prefetch = vendor::has_managed_prefetch(device);
  info.registered_memory_access = vendor::kernels_access_registered_memory(device);
  info.memory_pools = number(A::memory_pools) != 0;
  info.ipc = driver_has<&DriverNames::ipc_export_memory>(driver().ipc_export_memory) &&
             driver_has<&DriverNames::ipc_export_event>(driver().ipc_export_event);
  info.stream_values = vendor::has_stream_values(device);
  info.virtual_memory = vendor::virtual_memory_unit(device) != 0;
  info.cooperative_launch =
      number(A::cooperative_launch) != 0 &&
      driver_has<&DriverNames::launch_cooperative>(driver().launch_cooperative);
  info.cluster_launch = vendor::launches_clusters(device);
  info.programmatic_launch = vendor::launches_programmatically(device);
  info.graph_launch = driver_has<&DriverNames::graph_instantiate>(driver().graph_instantiate);
  info.graph_cooperative_launch = info.cooperative_launch && vendor::graphs_take_special_launches;
  info.graph_cluster_launch = info.cluster_launch && vendor::graphs_take_special_launches;
  info.graph_update_while_running = vendor::updates_running_graphs;
  info.graphs_by_default = vendor::graphs_by_default;
  info.stream_capture = vendor::captures_launches();
  info.graph_launch_capture = info.stream_capture && vendor::captures_graph_launches;
  info.integrated = number(A::integrated) != 0;
  info.pageable_memory_access = number(A::pageable_memory_access) != 0;
  return info;
}

int driver_device_count() {
  int count = 0;
  DUET_DRIVER(device_count, &count);
  return count;
}

constinit std::atomic<void (*)() noexcept> device_hook{nullptr};

/// All devices. A device is opened when it is first used.
class Registry {
 public:
  static Registry& instance() {
    static Registry& registry = *new Registry(driver_device_count());
    return registry;
  }

  int count() const noexcept { return static_cast<int>(slots_.size()); }

  const DeviceState& state(int ordinal) {
    Slot& slot = *slots_.at(static_cast<std::size_t>(ordinal));
    std::call_once(slot.once, [&] { slot.state = make(ordinal); });
    return *slot.state;
  }

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<DeviceState> state;
  };

  explicit Registry(int count) {
    for (int i = 0; i < count; ++i) slots_.push_back(std::make_unique<Slot>());
  }

  static vendor::ContextHandle retain_context(vendor::DeviceHandle device, int ordinal) {
    try {
      return vendor::retain_context(device);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::out_of_memory) throw;
      throw Error(ErrorCode::out_of_memory,
                  fmt::format("device {} has too little free memory to be used at all; end other "
                              "processes that use it, or use another device ({})",
                              ordinal, error.what()));
    }
  }

  static std::unique_ptr<DeviceState> make(int ordinal) {
    const ProfilingRange range("open device");
    vendor::DeviceHandle handle{};
    DUET_DRIVER(device_get, &handle, ordinal);
    const vendor::ContextHandle context = retain_context(handle, ordinal);
    if (void (*const hook)() noexcept = device_hook.load()) hook();
    auto state = std::make_unique<DeviceState>();
    state->ordinal = ordinal;
    state->handle = handle;
    state->context = context;
    state->info = read_info(handle);
    return state;
  }

  std::vector<std::unique_ptr<Slot>> slots_;
};

const DeviceState& find_device(int ordinal) {
  Registry& registry = Registry::instance();
  if (registry.count() == 0) {
    throw Error(ErrorCode::no_device,
                with_no_device_cause(fmt::format("the {} driver is installed but reports no device",
                                                 vendor::backend_name)));
  }
  if (ordinal < 0 || ordinal >= registry.count()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("there is no device {}: the ordinals are 0 to {}", ordinal,
                            registry.count() - 1));
  }
  return registry.state(ordinal);
}

}  // namespace

void set_device_hook(void (*hook)() noexcept) noexcept { device_hook = hook; }

int Device::count() {
  try {
    return Registry::instance().count();
  } catch (const Error&) {
    return 0;
  }
}

std::optional<Error> Device::unavailable_reason() {
  try {
    find_device(0);
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

Device::Device(int ordinal) : state_(&find_device(ordinal)) {}

int Device::ordinal() const noexcept { return state_->ordinal; }

const DeviceInfo& Device::info() const noexcept { return state_->info; }

std::size_t Device::free_memory() const { return memory_info().free; }

MemoryInfo Device::memory_info() const {
  make_current(*this);
  MemoryInfo memory;
  DUET_DRIVER(device_free_memory, &memory.free, &memory.total);
  return memory;
}

std::vector<Device> Device::all() {
  std::vector<Device> devices;
  for (int ordinal = 0; ordinal < count(); ++ordinal) devices.emplace_back(ordinal);
  return devices;
}

void Device::synchronize() const {
  detail::HostFunctionScope::require_none("waiting for a device");
  make_current(*this);
  const detail::DeviceWait wait(state());
  detail::destroy_leftovers(state());  // a capture that could not be ended forbids waiting
  DUET_DRIVER(device_synchronize);
}

}  // namespace duet
