// contract/stream_value.hpp by CUDA's stream memory operations.

#include "driver/driver.hpp"

namespace duet::vendor {

bool has_stream_values(DeviceHandle device) noexcept {
  int has = 0;
  const Driver& calls = driver_table();
  return calls.device_attribute(&has, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, device) ==
             success &&
         has != 0 && driver_has<&DriverNames::stream_wait_value>(calls.stream_wait_value) &&
         driver_has<&DriverNames::stream_write_value>(calls.stream_write_value);
}

Status wait_for_stream_value(StreamHandle stream, std::uint64_t* number,
                             std::uint64_t value) noexcept {
  return driver_table().stream_wait_value(stream, to_address(number), value,
                                          CU_STREAM_WAIT_VALUE_GEQ);
}

}  // namespace duet::vendor
