#pragma once

#include <atomic>

#include "device_state.hpp"

namespace duet::detail {

/// A call of this thread that can wait for a device, while it lives. Counted by `longest_wait`; an
/// enclosing one counts instead of those within it.
class DeviceWait {
 public:
  explicit DeviceWait(const DeviceState& device) noexcept {
    if (are_measured.load(std::memory_order_relaxed)) [[unlikely]] {
      is_counted_ = begin(device);
    }
  }
  explicit DeviceWait(const Device& device) noexcept : DeviceWait(device.state()) {}
  DeviceWait(const DeviceWait&) = delete;
  DeviceWait& operator=(const DeviceWait&) = delete;
  ~DeviceWait() {
    if (is_counted_) [[unlikely]] {
      end();
    }
  }

  /// From now on waits are measured.
  static void measure() noexcept { are_measured.store(true, std::memory_order_relaxed); }

 private:
  static bool begin(const DeviceState& device) noexcept;
  static void end() noexcept;

  static inline std::atomic<bool> are_measured{false};

  bool is_counted_ = false;
};

}  // namespace duet::detail
