#include <duet/fence.hpp>

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "destruction.hpp"
#include "host_callback.hpp"
#include "open_capture.hpp"
#include "poll.hpp"

namespace duet {

namespace {

/// Ends all waits. Drivers compare signed numbers.
constexpr std::uint64_t largest = Fence::limit - 1;

vendor::StreamHandle native(const StreamRef& stream) {
  return static_cast<vendor::StreamHandle>(stream.handle());
}

/// Makes the device current. @throws Error
void prepare(const StreamRef& stream, const char* action) {
  make_current(stream.device());
  if (!detail::is_captured(stream)) return;
  throw Error(ErrorCode::capture_failed,
              fmt::format("{} is not possible while the stream is captured; order the work of a "
                          "graph by events and host functions",
                          action));
}

bool has_reached(std::uint64_t* number, std::uint64_t value) noexcept {
  return std::atomic_ref(*number).load(std::memory_order_acquire) >= value;
}

void* allocate(const DeviceInfo& info) {
  void* number = nullptr;
  if (info.stream_values) {
    DUET_DRIVER(stream_value_allocate, &number, sizeof(std::uint64_t), vendor::stream_value_flags);
  } else {
    DUET_DRIVER(memory_allocate_pinned, &number, sizeof(std::uint64_t), vendor::pinned_portable);
  }
  return number;
}

vendor::Status release(const DeviceInfo& info, void* number) {
  const Driver& calls = driver_table();
  return info.stream_values ? calls.stream_value_free(number) : calls.memory_free_pinned(number);
}

}  // namespace

Fence::Fence(const Device& device) : device_(&device.state()) {
  make_current(device);
  number_ = static_cast<std::uint64_t*>(allocate(device.info()));
  std::atomic_ref(*number_).store(0);
}

Fence::Fence(Fence&& other) noexcept
    : device_(std::exchange(other.device_, nullptr)),
      number_(std::exchange(other.number_, nullptr)) {}

Fence& Fence::operator=(Fence&& other) noexcept {
  Fence moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(number_, moved.number_);
  return *this;
}

Fence::~Fence() {
  if (number_ == nullptr) return;
  std::atomic_ref(*number_).store(largest);
  detail::destroy_on(*device_, [device = device_, number = number_] {
    log_failed_call(release(Device(*device).info(), number), "destroying a fence");
  });
}

std::uint64_t* Fence::number_for(std::uint64_t value) const {
  if (number_ == nullptr) {
    throw Error(ErrorCode::invalid_handle, "the Fence is empty: default-constructed or moved from");
  }
  if (value < limit) return number_;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{} is no value of a fence: they are below 2^63", value));
}

std::uint64_t Fence::value() const {
  return std::atomic_ref(*number_for(0)).load(std::memory_order_acquire);
}

void Fence::signal(std::uint64_t value) const {
  const std::atomic_ref<std::uint64_t> number(*number_for(value));
  std::uint64_t before = number.load(std::memory_order_relaxed);
  do {
    if (before > value) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("the fence has reached {}, and {} is signalled: its value only grows",
                              before, value));
    }
  } while (!number.compare_exchange_weak(before, value));
}

void Fence::signal(StreamRef stream, std::uint64_t value) const {
  std::uint64_t* const number = number_for(value);
  prepare(stream, "signalling a fence");
  if (stream.device().info().stream_values) {
    DUET_DRIVER(stream_write_value, native(stream), vendor::to_address(number), value, 0);
  } else {
    stream.launch_host_function([number, value] { std::atomic_ref(*number).store(value); });
  }
}

void Fence::wait(std::uint64_t value) const { (void)wait_for(value, Timeout::longest); }

bool Fence::wait_for(std::uint64_t value, Timeout timeout) const {
  detail::HostFunctionScope::require_none("waiting for a fence");
  std::uint64_t* const number = number_for(value);
  constexpr int quick_polls = 2000;  // some 20 µs, about what sleeping takes
  for (int i = 0; i < quick_polls; ++i) {
    if (has_reached(number, value)) return true;
  }
  return poll_for(timeout, [=] { return has_reached(number, value); });
}

void Fence::wait(StreamRef stream, std::uint64_t value) const {
  std::uint64_t* const number = number_for(value);
  prepare(stream, "waiting for a fence");
  if (has_reached(number, value)) return;
  if (stream.device().info().stream_values) {
    check(vendor::wait_for_stream_value(native(stream), number, value),
          CallSite{"wait_for_stream_value", "stream, number, value", __builtin_FILE(), __LINE__});
  } else {
    stream.launch_host_function([number, value] {
      (void)poll_for(Timeout::longest, [=] { return has_reached(number, value); });
    });
  }
}

}  // namespace duet
