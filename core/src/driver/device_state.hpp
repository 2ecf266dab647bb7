#pragma once

#include <duet/device.hpp>

#include "driver.hpp"

namespace duet {

namespace detail {

/// What the process knows of one device; made once, never destroyed.
struct DeviceState {
  int ordinal;
  vendor::DeviceHandle handle;
  vendor::ContextHandle context;
  DeviceInfo info;
};

}  // namespace detail

/// Makes the device's context current on this thread. The current one is asked each time, since
/// other users of the driver in this process change it too; asking costs some nanoseconds.
inline void make_current(const detail::DeviceState& device) {
  vendor::ContextHandle current{};
  DUET_DRIVER(context_current, &current);
  if (current != device.context) DUET_DRIVER(context_make_current, device.context);
}
inline void make_current(const Device& device) { make_current(device.state()); }

/// For destructors: whether it worked.
inline bool try_make_current(const detail::DeviceState& device) noexcept {
  try {
    make_current(device);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace duet
