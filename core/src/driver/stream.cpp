#include <duet/event.hpp>
#include <duet/stream.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "destruction.hpp"
#include "device_wait.hpp"
#include "host_callback.hpp"
#include "open_capture.hpp"
#include "poll.hpp"

namespace duet {

namespace {

std::atomic<detail::StreamEndHook> stream_end_hook{nullptr};

vendor::StreamHandle stream_handle(const StreamRef& stream) {
  return static_cast<vendor::StreamHandle>(stream.handle());
}

/// Records a host function in the captured graph, which keeps it alive and calls it in every run.
void capture_host_function(const StreamRef& stream, std::function<void()> function) {
  if (detail::newest_capture() == nullptr) {
    throw Error(
        ErrorCode::capture_failed,
        "a host function can only be captured on the thread of a StreamCapture, which keeps it "
        "alive for the graph");
  }
  const auto shared = std::make_shared<std::function<void()>>(std::move(function));
  for (auto* capture = detail::newest_capture(); capture != nullptr; capture = capture->older) {
    capture->functions.push_back(shared);
  }
  DUET_DRIVER(stream_host_function, stream_handle(stream), &detail::run_host_callback,
              shared.get());
}

void run_host_function(void* data) noexcept {
  const detail::HostFunctionScope scope;  // also of the destructors of what the function owns
  const std::unique_ptr<std::function<void()>> function(static_cast<std::function<void()>*>(data));
  (*function)();
}

}  // namespace

void detail::set_stream_end_hook(StreamEndHook hook) noexcept { stream_end_hook = hook; }

bool StreamRef::query() const {
  make_current(device_);
  const vendor::Status status = driver().stream_query(stream_handle(*this));
  if (status == vendor::not_ready) {
    vendor::clear_pending_error();
    return false;
  }
  check(status, DUET_CALL_SITE(DriverNames, stream_query, "stream"));
  return true;
}

void StreamRef::synchronize() const {
  detail::HostFunctionScope::require_none("waiting for a stream");
  make_current(device_);
  const detail::DeviceWait wait(device_);
  DUET_DRIVER(stream_synchronize, stream_handle(*this));
}

bool StreamRef::wait_for(Timeout timeout) const {
  detail::HostFunctionScope::require_none("waiting for a stream");
  return poll_for(timeout, [&] { return query(); });
}

void StreamRef::wait(EventRef event) const {
  make_current(device_);
  DUET_DRIVER(stream_wait_event, stream_handle(*this),
              static_cast<vendor::EventHandle>(event.handle()), 0);
}

void StreamRef::launch_host_function(std::function<void()> function) const {
  if (!function) throw Error(ErrorCode::invalid_argument, "the host function is empty");
  make_current(device_);
  if (detail::is_captured(*this)) return capture_host_function(*this, std::move(function));
  auto owned = std::make_unique<std::function<void()>>(std::move(function));
  DUET_DRIVER(stream_host_function, stream_handle(*this), &run_host_function, owned.get());
  owned.release();  // the stream runs and deletes it
}

PriorityRange Stream::priority_range(const Device& device) {
  make_current(device);
  PriorityRange range;
  DUET_DRIVER(stream_priority_range, &range.least, &range.greatest);
  return range;
}

Stream::Stream(const Device& device, const StreamOptions& options) : device_(&device.state()) {
  const PriorityRange range = priority_range(device);
  const int priority = std::clamp(options.priority, range.greatest, range.least);
  const unsigned flags =
      options.non_blocking ? vendor::stream_non_blocking : vendor::stream_blocking;
  vendor::StreamHandle handle{};
  DUET_DRIVER(stream_create, &handle, flags, priority);
  handle_ = handle;
  owned_ = true;
}

Stream::Stream(Stream&& other) noexcept
    : device_(std::exchange(other.device_, nullptr)),
      handle_(std::exchange(other.handle_, nullptr)),
      owned_(std::exchange(other.owned_, false)) {}

Stream& Stream::operator=(Stream&& other) noexcept {
  Stream moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(handle_, moved.handle_);
  std::swap(owned_, moved.owned_);
  return *this;
}

Stream::~Stream() {
  if (!owned_) return;
  detail::destroy_on(
      *device_, [device = device_, handle = static_cast<vendor::StreamHandle>(handle_)] {
        detail::end_captures_of(handle);
        detail::finish_leftovers_of(handle);
        if (const detail::StreamEndHook hook = stream_end_hook) hook(Device(*device), handle);
        log_failed_call(driver_table().stream_destroy(handle), "destroying a stream");
      });
}

StreamRef Stream::ref() const {
  if (!owned_) {
    throw Error(ErrorCode::invalid_handle,
                "the Stream is empty: default-constructed, moved from or released");
  }
  return StreamRef(Device(*device_), handle_);
}

StreamRef Stream::release() {
  const StreamRef stream = ref();
  device_ = nullptr;
  handle_ = nullptr;
  owned_ = false;
  return stream;
}

Stream Stream::adopt(StreamRef stream) noexcept {
  Stream owner;
  owner.device_ = &stream.device().state();
  owner.handle_ = stream.handle();
  owner.owned_ = true;
  return owner;
}

}  // namespace duet
