#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "interprocess_event.hpp"
#include "stream.hpp"

namespace duet::cpu {

/// One recording of an event. Later recordings of the event do not change it.
struct Recording {
  Point point{};
  std::shared_ptr<Capture> capture{};  ///< the capture that it belongs to, if any
  std::vector<std::size_t> after{};    ///< the nodes that it follows there
  std::atomic<std::int64_t> nanoseconds{0};

  void take_time() noexcept {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    nanoseconds.store(std::chrono::nanoseconds(now).count());
  }
};

/// Thread-safety: all members.
struct Event {
  explicit Event(bool timing) noexcept : has_timing(timing) {}
  /// One that other processes use. Of the members below it needs none.
  explicit Event(std::shared_ptr<SharedPages> pages) noexcept
      : has_timing(false), shared(std::in_place, std::move(pages)) {}

  /// Null if never recorded.
  std::shared_ptr<const Recording> recording() const {
    const std::lock_guard lock(mutex_);
    return last_;
  }
  /// @param recording  submitted already: other threads wait for it from now on
  void set_recording(std::shared_ptr<const Recording> recording) {
    const std::lock_guard lock(mutex_);
    last_ = std::move(recording);
  }

  const bool has_timing;
  const std::optional<InterprocessEvent> shared{};

 private:
  mutable std::mutex mutex_{};
  std::shared_ptr<const Recording> last_{};
};

}  // namespace duet::cpu
