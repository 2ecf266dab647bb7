// contract/stream_value.hpp by HIP's stream memory operations.

#include "driver/driver.hpp"

namespace duet::vendor {

bool has_stream_values(DeviceHandle device) noexcept {
  int has = 0;
  const Driver& calls = driver_table();
  const bool is_known =
      calls.device_attribute(&has, hipDeviceAttributeCanUseStreamWaitValue, device) == success;
  if (!is_known) clear_pending_error();
  return is_known && has != 0 &&
         driver_has<&DriverNames::stream_wait_value>(calls.stream_wait_value) &&
         driver_has<&DriverNames::stream_write_value>(calls.stream_write_value) &&
         driver_has<&DriverNames::stream_value_allocate>(calls.stream_value_allocate);
}

Status wait_for_stream_value(StreamHandle stream, std::uint64_t* number,
                             std::uint64_t value) noexcept {
  constexpr std::uint64_t all_bits = UINT64_MAX;
  return driver_table().stream_wait_value(stream, number, value, hipStreamWaitValueGte, all_bits);
}

}  // namespace duet::vendor
