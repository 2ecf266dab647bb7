#include <duet/event.hpp>

#include <fmt/format.h>

#include <utility>

#include "destruction.hpp"
#include "device_wait.hpp"
#include "host_callback.hpp"
#include "poll.hpp"

namespace duet {

namespace {
vendor::EventHandle native(const EventRef& event) {
  return static_cast<vendor::EventHandle>(event.handle());
}

unsigned flags_of(const Device& device, const EventOptions& options) {
  if (options.interprocess && !device.info().ipc) {
    throw Error(ErrorCode::not_supported,
                fmt::format("device {} ({}) or its driver has no interprocess events",
                            device.ordinal(), device.info().name));
  }
  const bool has_timing = options.timing && !options.interprocess;
  unsigned flags = has_timing ? vendor::event_timing : vendor::event_no_timing;
  if (options.blocking) flags |= vendor::event_blocking;
  if (options.interprocess) flags |= vendor::event_interprocess;
  return flags;
}

}  // namespace

void EventRef::record(StreamRef stream) const {
  if (stream.device() != device_) {
    throw Error(
        ErrorCode::invalid_argument,
        "an event can only be recorded in a stream of its own device; create one on the stream's");
  }
  make_current(device_);
  DUET_DRIVER(event_record, native(*this), static_cast<vendor::StreamHandle>(stream.handle()));
}

bool EventRef::query() const {
  make_current(device_);
  const vendor::Status status = driver().event_query(native(*this));
  if (status == vendor::not_ready) {
    vendor::clear_pending_error();
    return false;
  }
  check(status, DUET_CALL_SITE(DriverNames, event_query, "event"));
  return true;
}

void EventRef::synchronize() const {
  detail::HostFunctionScope::require_none("waiting for an event");
  make_current(device_);
  const detail::DeviceWait wait(device_);
  DUET_DRIVER(event_synchronize, native(*this));
}

bool EventRef::wait_for(Timeout timeout) const {
  detail::HostFunctionScope::require_none("waiting for an event");
  return poll_for(timeout, [&] { return query(); });
}

float elapsed_ms(EventRef start, EventRef stop) {
  make_current(start.device());
  float milliseconds = 0;
  const vendor::Status status =
      driver().event_elapsed_ms(&milliseconds, native(start), native(stop));
  if (status == vendor::success) return milliseconds;
  const vendor::StatusText text = vendor::describe(status);
  vendor::clear_pending_error();
  throw Error(
      ErrorCode::invalid_argument,
      status == vendor::not_ready
          ? "elapsed_ms: an event has not completed yet; synchronize with the later one first"
          : "elapsed_ms: both events must have timing, be of one device, and be recorded "
            "(the driver says " +
                text.name + ")",
      {.vendor_name = text.name});
}

Event::Event(const Device& device, const EventOptions& options) : device_(&device.state()) {
  make_current(device);
  vendor::EventHandle handle{};
  DUET_DRIVER(event_create, &handle, flags_of(device, options));
  handle_ = handle;
}

Event::Event(Event&& other) noexcept
    : device_(std::exchange(other.device_, nullptr)),
      handle_(std::exchange(other.handle_, nullptr)) {}

Event& Event::operator=(Event&& other) noexcept {
  Event moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(handle_, moved.handle_);
  return *this;
}

Event::~Event() {
  if (handle_ == nullptr) return;
  detail::destroy_on(*device_, [handle = native(ref())] {
    log_failed_call(driver_table().event_destroy(handle), "destroying an event");
  });
}

EventRef Event::ref() const {
  if (handle_ == nullptr) {
    throw Error(ErrorCode::invalid_handle,
                "the Event is empty: default-constructed, moved from or released");
  }
  return EventRef(Device(*device_), handle_);
}

EventRef Event::release() {
  const EventRef event = ref();
  device_ = nullptr;
  handle_ = nullptr;
  return event;
}

Event Event::adopt(EventRef event) noexcept {
  Event owner;
  owner.device_ = &event.device().state();
  owner.handle_ = event.handle();
  return owner;
}

}  // namespace duet
