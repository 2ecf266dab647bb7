#include <duet/copy.hpp>

#include <fmt/format.h>

#include <cstdint>

#include "device_state.hpp"
#include "fill.hpp"
#include "fill_plan.hpp"

namespace duet::detail {

void check_sizes(const CopyRequest& request) {
  if (request.to_bytes == request.from_bytes) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("copy: the destination has {} bytes, the source {}", request.to_bytes,
                          request.from_bytes));
}

void run_copy(StreamRef stream, const CopyRequest& request) {
  check_sizes(request);
  if (request.to_bytes == 0) return;
  make_current(stream.device());
  const auto handle = static_cast<vendor::StreamHandle>(stream.handle());
  const vendor::Address to = vendor::to_address(request.to);
  const vendor::Address from = vendor::to_address(request.from);
  switch (request.direction) {
    case CopyDirection::host_to_device:
      // One vendor's declaration lacks const.
      DUET_DRIVER(copy_to_device, to, const_cast<void*>(request.from), request.to_bytes, handle);
      break;
    case CopyDirection::device_to_host:
      DUET_DRIVER(copy_to_host, request.to, from, request.to_bytes, handle);
      break;
    case CopyDirection::device_to_device:
      DUET_DRIVER(copy_on_device, to, from, request.to_bytes, handle);
      break;
  }
}

void run_copy(const Device& device, const CopyRequest& request) {
  check_sizes(request);
  if (request.to_bytes == 0) return;
  make_current(device);
  const vendor::Address to = vendor::to_address(request.to);
  const vendor::Address from = vendor::to_address(request.from);
  switch (request.direction) {
    case CopyDirection::host_to_device:
      DUET_DRIVER(copy_to_device_now, to, const_cast<void*>(request.from), request.to_bytes);
      break;
    case CopyDirection::device_to_host:
      DUET_DRIVER(copy_to_host_now, request.to, from, request.to_bytes);
      break;
    case CopyDirection::device_to_device:
      DUET_DRIVER(copy_on_device_now, to, from, request.to_bytes);
      break;
  }
}

void start_fill(StreamRef stream, void* to, std::uint32_t word, std::size_t word_bytes,
                std::size_t words) {
  const auto handle = static_cast<vendor::StreamHandle>(stream.handle());
  const vendor::Address address = vendor::to_address(to);
  if (word_bytes == 4) {
    DUET_DRIVER(fill_32, address, static_cast<vendor::Fill32>(word), words, handle);
  } else if (word_bytes == 2) {
    DUET_DRIVER(fill_16, address, static_cast<std::uint16_t>(word), words, handle);
  } else {
    DUET_DRIVER(fill_8, address, static_cast<std::uint8_t>(word), words, handle);
  }
}

void run_fill(StreamRef stream, void* to, std::size_t count, const void* value, std::size_t size) {
  if (count == 0) return;
  make_current(stream.device());
  plan_fill(
      to, count, value, size,
      [&](void* address, std::size_t bytes, std::uint32_t word, std::size_t word_bytes) {
        start_fill(stream, address, word, word_bytes, bytes / word_bytes);
      },
      [&](void* address, const void* from, std::size_t bytes) {
        run_copy(stream, {CopyDirection::device_to_device, address, bytes, from, bytes});
      });
}

}  // namespace duet::detail
