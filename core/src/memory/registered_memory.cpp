#include <duet/registered_memory.hpp>

#include <fmt/format.h>

#include <utility>

#include "driver/destruction.hpp"
#include "driver/driver.hpp"

namespace duet {

namespace {

[[noreturn]] void throw_refused(vendor::Status status, const void* data, std::size_t bytes) {
  const vendor::StatusText text = vendor::describe(status);
  const ErrorCode code = vendor::classify(status);
  vendor::clear_pending_error();
  std::string message =
      fmt::format("registering {} bytes at {} failed: {} ({})", bytes, data, text.name, text.text);
  if (code == ErrorCode::out_of_memory) {
    message += "; allow more locked memory (ulimit -l), or register smaller parts";
  } else if (code == ErrorCode::invalid_argument) {
    message +=
        "; memory must be mapped and writable, and memory that is registered or was allocated "
        "pinned cannot be registered again";
  }
  throw Error(code, message, {.vendor_name = text.name});
}

/// The memory may be freed after the end of its registration, so that a failure that may pass is
/// not left as it is.
constexpr int attempts = 3;

/// Copies may still read or write the memory: waits for the device, again if that fails for another
/// reason than lost work.
void unregister(void* data) noexcept {
  for (int i = 0; i < attempts; ++i) {
    if (detail::has_ended(driver_table().device_synchronize())) break;
  }
  log_failed_call(driver_table().memory_unregister(data), "unregistering memory");
}

/// Those that could not end before, on any device.
void end_earlier_registrations() {
  for (int i = 0; i < Device::count(); ++i) {
    const detail::DeviceState& device = Device(i).state();
    if (try_make_current(device)) detail::destroy_leftovers(device);
  }
}

}  // namespace

RegisteredMemory::RegisteredMemory(const Device& device, void* data, std::size_t bytes) {
  if (data == nullptr || bytes == 0) {
    throw Error(ErrorCode::invalid_argument, data == nullptr
                                                 ? "RegisteredMemory: the address is null"
                                                 : "RegisteredMemory: the size is 0 bytes");
  }
  make_current(device);
  const auto try_to = [&] {
    return driver().memory_register(data, bytes, vendor::register_portable);
  };
  vendor::Status status = try_to();
  if (status != vendor::success) {
    vendor::clear_pending_error();
    end_earlier_registrations();
    make_current(device);
    status = try_to();
  }
  if (status != vendor::success) throw_refused(status, data, bytes);
  device_ = &device.state();
  data_ = data;
  bytes_ = bytes;
}

RegisteredMemory::RegisteredMemory(RegisteredMemory&& other) noexcept
    : device_(std::exchange(other.device_, nullptr)),
      data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

RegisteredMemory& RegisteredMemory::operator=(RegisteredMemory&& other) noexcept {
  RegisteredMemory moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(data_, moved.data_);
  std::swap(bytes_, moved.bytes_);
  return *this;
}

RegisteredMemory::~RegisteredMemory() {
  if (data_ == nullptr || is_forked_copy()) return;
  for (int i = 1; i < attempts && !try_make_current(*device_); ++i) {
  }
  detail::destroy_on(*device_, [data = data_] { unregister(data); });
}

}  // namespace duet
