#pragma once

#include <atomic>

#include <duet/device.hpp>
#include <duet/memory_resource.hpp>

#include "driver.hpp"

namespace duet {

/// Registers a function that is called whenever this process opens a device, before the device is
/// used. It can do work that would otherwise delay the first launch. There is one hook; a second
/// call replaces it. Thread-safety: can be called from any thread, also before `main`.
void set_device_hook(void (*hook)() noexcept) noexcept;

namespace detail {

/// The state of one device in this process. Created once, never destroyed.
struct DeviceState {
  int ordinal = 0;
  vendor::DeviceHandle handle{};
  vendor::ContextHandle context{};
  DeviceInfo info{};
  /// The resource of allocations that name none; null until the first one.
  mutable std::atomic<MemoryResource*> default_resource{nullptr};
};

}  // namespace detail

/// Makes the device's context current on this thread. Queries the current context first, since
/// other users of the driver may have changed it; the query takes some nanoseconds.
inline void make_current(const detail::DeviceState& device) {
  vendor::ContextHandle current{};
  DUET_DRIVER(context_current, &current);
  if (current != device.context) DUET_DRIVER(context_make_current, device.context);
}

/// For destructors. @returns false instead of throwing
inline bool try_make_current(const detail::DeviceState& device) noexcept {
  try {
    make_current(device);
    return true;
  } catch (...) {
    return false;  // the driver's error, or no memory to describe it
  }
}

}  // namespace duet
