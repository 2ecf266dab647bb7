#pragma once

#include <mutex>
#include <vector>

#include "driver/driver.hpp"

namespace duet::pool {

/// Events without timing of one device, used again and again.
class Events {
 public:
  Events() = default;
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;
  /// The device is current.
  ~Events();

  /// Returns an event that is recorded in a stream; null if that fails. The device is current.
  vendor::EventHandle record(vendor::StreamHandle stream) noexcept;
  /// Takes an event back.
  void keep(vendor::EventHandle event) noexcept;
  /// Whether an event has been reached, or none ever will since the device is lost.
  static bool is_reached(vendor::EventHandle event) noexcept;

 private:
  std::mutex mutex_{};
  std::vector<vendor::EventHandle> free_{};
};

}  // namespace duet::pool
