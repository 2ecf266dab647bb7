#pragma once

#include <duet/duet.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace duet {
inline void PrintTo(ErrorCode code, std::ostream* out) { *out << name_of(code); }
}  // namespace duet

namespace duet::test {

/// A test that needs a device. Without one it is skipped with the driver's reason.
class DeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = Device::unavailable_reason()) {
      const std::string text = why->what();
      GTEST_SKIP() << "needs a device: " << text.substr(0, text.find('\n'));
    }
  }
  static Device device() { return Device(0); }
};

/// Returns the error that `action` throws. If it throws none, the test fails.
template <typename Action>
Error error_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no duet::Error was thrown";
  return Error(ErrorCode::internal, "no error");
}

/// Compiles one kernel for the device and loads it.
inline Kernel make_kernel(const Device& device, const std::string& source,
                          const std::string& name) {
  const Module module(device,
                      compile({.name = "test", .source = source, .kernels = {name}}, device));
  return module.kernel(name);
}

template <typename T>
std::vector<T> read(const Stream& stream, const Buffer<T>& buffer) {
  std::vector<T> host(buffer.size());
  copy(stream, host, buffer);
  stream.synchronize();
  return host;
}

/// Copies to the device and waits, so that `host` may be a temporary.
template <typename T>
void write(const Stream& stream, const Buffer<T>& buffer, const std::vector<T>& host) {
  copy(stream, buffer, host);
  stream.synchronize();
}

/// 0, 1, 2, …
inline std::vector<float> ramp(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i);
  return values;
}

}  // namespace duet::test
