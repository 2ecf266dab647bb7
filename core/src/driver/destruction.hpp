#pragma once

#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "device_state.hpp"
#include "device_wait.hpp"
#include "host_callback.hpp"
#include "system/forked_process.hpp"

namespace duet::detail {

/// A function that is called before duet destroys a stream, whose device is current.
using StreamEndHook = void (*)(const Device& device, void* stream) noexcept;
/// Sets the hook. There is one. Thread-safety: can be called from any thread.
void set_stream_end_hook(StreamEndHook hook) noexcept;

/// Destroys what `destroy_on` could not destroy before, of one device, which is current. A thread
/// destroys what may wait for a device: work may need the calling thread to end.
void destroy_leftovers(const DeviceState& device) noexcept;

/// @param status  of a call that waits
/// @returns whether the work has ended: the call succeeded, or the device runs nothing any more
bool has_ended(vendor::Status status) noexcept;

/// Keeps a destruction for `destroy_leftovers`. Without memory for that, it never happens.
/// @param destroy  returns whether the object is destroyed, or stays for another time; does not
///                 wait for the device
void keep_leftover(const DeviceState& device, std::function<bool()>&& destroy) noexcept;

/// The same for the end of a stream's capture. Drivers allow it only to the thread that began it.
void keep_capture(const DeviceState& device, std::function<bool()>&& end, const void* stream,
                  std::thread::id thread) noexcept;

/// The same for a destruction that may wait for the device.
void keep_waiting_leftover(const DeviceState& device, std::function<bool()>&& destroy) noexcept;

/// Destroys for the last time what uses a stream, which ends.
void finish_leftovers_of(const void* stream) noexcept;

/// Keeps host memory that work in flight may still use, until the driver tells that all work of the
/// device has ended; at the earliest when another object of the device is destroyed.
void keep_while_in_use(const DeviceState& device, std::shared_ptr<const void> object) noexcept;

/// Lets a thread destroy what is kept of a device and may wait for it.
void start_destroying(const DeviceState& device) noexcept;

/// Runs a destruction with the device current. Does nothing in a forked copy of the process.
/// @param destroy  called without arguments; throws nothing
/// @param keep     called instead if the device cannot be made current, and in host functions of
///                 streams: drivers allow them no calls, and to wait for the device would be to
///                 wait for themselves
template <typename Destroy, typename Keep>
void destroy_or_keep(const DeviceState& device, const Destroy& destroy, const Keep& keep) noexcept {
  if (is_forked_copy()) return;
  if (!HostFunctionScope::is_running() && try_make_current(device)) {
    const DeviceWait wait(device);
    destroy();
    return destroy_leftovers(device);
  }
  try {
    keep();
  } catch (...) {
    // No memory: the object is lost.
  }
  if (HostFunctionScope::is_running()) start_destroying(device);
}

/// For destructors: `destroy_or_keep`. A kept destruction runs when something else of the device is
/// destroyed.
/// @param later  runs then instead, when other objects may have ended; may wait for the device;
///               returns whether the object is destroyed; throws nothing; copyable
template <typename Destroy, typename Later>
void destroy_on(const DeviceState& device, const Destroy& destroy, const Later& later) noexcept {
  destroy_or_keep(device, destroy, [&] { keep_waiting_leftover(device, later); });
}

/// The same for a destruction that needs no other object and does not wait for the device.
/// @param destroy  copyable
template <typename Destroy>
void destroy_on(const DeviceState& device, const Destroy& destroy) noexcept {
  destroy_or_keep(device, destroy, [&] {
    const auto once = [destroy] {
      destroy();
      return true;
    };
    if (HostFunctionScope::is_running()) return keep_waiting_leftover(device, once);
    keep_leftover(device, once);
  });
}

}  // namespace duet::detail
