#include <duet/relaxed_captures.hpp>

#include "driver.hpp"

namespace duet {

RelaxedCaptures::RelaxedCaptures() noexcept
    : mode_(static_cast<int>(vendor::capture_relaxed)), status_(static_cast<int>(vendor::success)) {
  const auto exchange = driver_table().thread_capture_mode;
  if (!driver_has<&DriverNames::thread_capture_mode>(exchange)) return;
  auto mode = vendor::capture_relaxed;
  const vendor::Status status = exchange(&mode);
  mode_ = static_cast<int>(mode);
  status_ = static_cast<int>(status);
  is_set_ = status == vendor::success;
}

RelaxedCaptures::~RelaxedCaptures() {
  if (!is_set_) return;
  const auto exchange = driver_table().thread_capture_mode;
  auto mode = static_cast<vendor::CaptureMode>(mode_);
  if (exchange(&mode) != vendor::success) (void)exchange(&mode);  // an error may pass
}

bool RelaxedCaptures::are_set() const noexcept {
  return status_ == static_cast<int>(vendor::success);
}

void RelaxedCaptures::require() const {
  check(static_cast<vendor::Status>(status_),
        DUET_CALL_SITE(DriverNames, thread_capture_mode, "relaxed"));
}

}  // namespace duet
