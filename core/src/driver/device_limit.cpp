#include <duet/device.hpp>

#include <fmt/format.h>

#include <string>

#include "device_state.hpp"

namespace duet {

const char* name_of(DeviceLimit limit) noexcept {
  switch (limit) {
    case DeviceLimit::stack: return "stack";
    case DeviceLimit::print: return "print";
    case DeviceLimit::heap: return "heap";
    case DeviceLimit::persisting_l2: return "persisting_l2";
  }
  return "unknown";
}

namespace {

vendor::Limit native(DeviceLimit limit) {
  switch (limit) {
    case DeviceLimit::stack: return vendor::DeviceLimits::stack;
    case DeviceLimit::print: return vendor::DeviceLimits::print;
    case DeviceLimit::heap: return vendor::DeviceLimits::heap;
    case DeviceLimit::persisting_l2: return vendor::DeviceLimits::persisting_l2;
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{} is no DeviceLimit", static_cast<int>(limit)));
}

[[noreturn]] void throw_no_limit(const Device& device, DeviceLimit limit, const char* what,
                                 const std::string& status) {
  throw Error(ErrorCode::not_supported,
              fmt::format("device {} ({}) or its driver {} '{}'{}", device.ordinal(),
                          device.info().name, what, name_of(limit), status));
}

}  // namespace

std::size_t Device::limit(DeviceLimit limit) const {
  make_current(*this);
  std::size_t bytes = 0;
  const auto get = driver().device_limit;
  if (!driver_has<&DriverNames::device_limit>(get)) {
    throw_no_limit(*this, limit, "has no limit", "");
  }
  const vendor::Status status = get(&bytes, native(limit));
  if (status == vendor::success) return bytes;
  vendor::clear_pending_error();
  const ErrorCode code = vendor::classify(status);
  if (code == ErrorCode::not_supported || code == ErrorCode::invalid_argument) {
    throw_no_limit(*this, limit, "has no limit", "");
  }
  throw_failed_call(status, DUET_CALL_SITE(DriverNames, device_limit, "&bytes, limit"));
}

void Device::set_limit(DeviceLimit limit, std::size_t bytes) const {
  if (bytes == 0 && limit != DeviceLimit::persisting_l2) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("the limit '{}' cannot be 0 bytes", name_of(limit)));
  }
  const vendor::Limit wanted = native(limit);
  make_current(*this);
  const auto set = driver().device_set_limit;
  if (!driver_has<&DriverNames::device_set_limit>(set)) {
    throw_no_limit(*this, limit, "cannot change the limit", "");
  }
  const vendor::Status status = set(wanted, bytes);
  if (status == vendor::success) return;
  vendor::clear_pending_error();
  const ErrorCode code = vendor::classify(status);
  const std::string name = vendor::describe(status).name;
  if (code == ErrorCode::not_supported) {
    throw_no_limit(*this, limit, "cannot change the limit", fmt::format(" now ({})", name));
  }
  if (code == ErrorCode::invalid_argument) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("device {} ({}) refuses {} bytes as the limit '{}' ({})", ordinal(),
                            info().name, bytes, name_of(limit), name),
                {.vendor_name = name});
  }
  throw_failed_call(status, DUET_CALL_SITE(DriverNames, device_set_limit, "limit, bytes"));
}

void Device::reset_persisting_l2() const {
  if (info().max_l2_window == 0) return;
  make_current(*this);
  vendor::reset_persisting_l2();
}

}  // namespace duet
