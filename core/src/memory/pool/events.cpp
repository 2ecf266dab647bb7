#include "events.hpp"

#include "driver/destruction.hpp"

namespace duet::pool {

Events::~Events() {
  for (const vendor::EventHandle event : free_) {
    log_failed_call(driver_table().event_destroy(event), "destroying an event");
  }
}

vendor::EventHandle Events::record(vendor::StreamHandle stream) noexcept {
  vendor::EventHandle event{};
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      event = free_.back();
      free_.pop_back();
    }
  }
  const Driver& driver = driver_table();
  if (event == vendor::EventHandle{} &&
      driver.event_create(&event, vendor::event_no_timing) != vendor::success) {
    vendor::clear_pending_error();
    return {};
  }
  if (driver.event_record(event, stream) == vendor::success) return event;
  vendor::clear_pending_error();
  keep(event);
  return {};
}

void Events::keep(vendor::EventHandle event) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    free_.push_back(event);
  } catch (...) {
    log_failed_call(driver_table().event_destroy(event), "destroying an event");
  }
}

bool Events::is_reached(vendor::EventHandle event) noexcept {
  return detail::has_ended(driver_table().event_query(event));
}

}  // namespace duet::pool
