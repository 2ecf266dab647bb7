// contract/stream_value.hpp by operations of streams.

#include "driver/driver.hpp"

namespace duet::vendor {

bool has_stream_values(DeviceHandle) noexcept { return true; }

Status allocate_stream_value(std::uint64_t** number) noexcept {
  void* memory = nullptr;
  const Status status =
      driver_table().memory_allocate_pinned(&memory, sizeof(**number), pinned_portable);
  *number = static_cast<std::uint64_t*>(memory);
  return status;
}

Status free_stream_value(std::uint64_t* number) noexcept {
  return driver_table().memory_free_pinned(number);
}

Status wait_for_stream_value(StreamHandle stream, std::uint64_t* number,
                             std::uint64_t value) noexcept {
  return driver_table().stream_wait_value(stream, number, value);
}

}  // namespace duet::vendor
