#include "object_release.hpp"

#include <cstddef>
#include <new>
#include <utility>

#include "driver/destruction.hpp"

namespace duet::detail {

namespace {

using Objects = std::vector<std::shared_ptr<const void>>;

constexpr int most_attempts = 3;

Progress progress_by(vendor::Status status) noexcept {
  if (has_ended(status)) return Progress::ended;
  return status == vendor::not_ready ? Progress::pending : Progress::unknown;
}

/// @param wait  a call that waits. @returns whether it said that the work has ended
template <typename Wait>
bool try_to_wait(const Device& device, const Wait& wait) noexcept {
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    if (!try_make_current(device.state())) continue;
    const vendor::Status status = wait();
    const bool is_of_work = status != vendor::success && vendor::is_failure_of_work();
    log_failed_call(status, "work in a stream");
    if (is_of_work || progress_by(status) == Progress::ended) return true;
  }
  return false;
}

vendor::EventHandle handle_of(const EventRef& event) noexcept {
  return static_cast<vendor::EventHandle>(event.handle());
}
vendor::StreamHandle handle_of(const StreamRef& stream) noexcept {
  return static_cast<vendor::StreamHandle>(stream.handle());
}

}  // namespace

Progress progress_of(EventRef event) noexcept {
  if (!try_make_current(event.device().state())) return Progress::unknown;
  return progress_by(driver_table().event_query(handle_of(event)));
}

Progress progress_of(StreamRef stream) noexcept {
  if (!try_make_current(stream.device().state())) return Progress::unknown;
  return progress_by(driver_table().stream_query(handle_of(stream)));
}

bool wait_for_end(EventRef event) noexcept {
  return try_to_wait(event.device(),
                     [&] { return driver_table().event_synchronize(handle_of(event)); });
}

bool wait_for_end(StreamRef stream) noexcept {
  return try_to_wait(stream.device(),
                     [&] { return driver_table().stream_synchronize(handle_of(stream)); });
}

void release_some_time(const Device& device, Objects&& objects) noexcept {
  try {
    keep_while_in_use(device.state(), std::make_shared<Objects>(std::move(objects)));
  } catch (...) {
    // No memory: the objects are never released.
    alignas(Objects) static std::byte storage[sizeof(Objects)];
    new (storage) Objects(std::move(objects));
  }
}

}  // namespace duet::detail
