// contract/stream_value.hpp by operations of streams.

#include "driver/driver.hpp"

namespace duet::vendor {

bool has_stream_values(DeviceHandle) noexcept { return true; }

Status wait_for_stream_value(StreamHandle stream, std::uint64_t* number,
                             std::uint64_t value) noexcept {
  return driver_table().stream_wait_value(stream, number, value);
}

}  // namespace duet::vendor
