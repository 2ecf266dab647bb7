#include <duet/copy.hpp>
#include <duet/strict.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "driver/destruction.hpp"
#include "driver/device_wait.hpp"
#include "driver/host_callback.hpp"
#include "fill.hpp"
#include "fill_plan.hpp"
#include "memory_check.hpp"

namespace duet::detail {

namespace {

/// Whether the ranges share a part of their bytes. Equal ranges do no harm.
bool overlap(const CopyRequest& request) noexcept {
  const auto to = reinterpret_cast<std::uintptr_t>(request.to);
  const auto from = reinterpret_cast<std::uintptr_t>(request.from);
  return to != from && (to < from ? from - to : to - from) < request.to_bytes;
}

}  // namespace

const char* name_of(CopyDirection direction) noexcept {
  switch (direction) {
    case CopyDirection::host_to_device: return "host_to_device";
    case CopyDirection::device_to_host: return "device_to_host";
    case CopyDirection::device_to_device: return "device_to_device";
  }
  return "unknown";
}

void check_copy(const Device& device, const CopyRequest& request) {
  if (request.to_bytes != request.from_bytes) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("copy: the source has {} elements of {} bytes, the destination {}; copy "
                    "equal numbers, for instance of a subspan",
                    request.from_bytes / request.element_bytes, request.element_bytes,
                    request.to_bytes / request.element_bytes));
  }
  if (request.direction == CopyDirection::device_to_device && overlap(request)) [[unlikely]] {
    throw Error(ErrorCode::invalid_argument,
                "copy: the source and the destination overlap; copy to a third buffer first");
  }
  const DeviceState* const own = &device.state();
  const DeviceState* const other =
      request.to_home != nullptr && request.to_home != own ? request.to_home : request.from_home;
  const bool is_own = request.to_home == own || request.from_home == own;
  if (other != nullptr && !is_own) [[unlikely]] {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("copy: the memory belongs to device {}, the stream to device {}; use a "
                            "stream of device {}",
                            other->ordinal, device.ordinal(), other->ordinal));
  }
  if (strict_mode() && request.to_bytes != 0) [[unlikely]] {
    if (request.direction != CopyDirection::host_to_device) {
      require_memory(device, request.from, request.from_bytes, "copy: the source");
    }
    if (request.direction != CopyDirection::device_to_host) {
      require_memory(device, request.to, request.to_bytes, "copy: the destination");
    }
  }
}

void check_fill(const Device& device, const FillRequest& request) {
  if (request.home != nullptr && request.home != &device.state()) [[unlikely]] {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("fill: the memory belongs to device {}, the stream to device {}; use a "
                            "stream of device {}",
                            request.home->ordinal, device.ordinal(), request.home->ordinal));
  }
  if (strict_mode() && request.count != 0) [[unlikely]] {
    require_memory(device, request.to, request.count * request.size, "fill: the range");
  }
}

namespace {

/// Waits for a copy. After an error it tries again, and keeps the copy's host memory if the driver
/// does not tell that the copy has ended.
/// @param host  owns that memory
void finish_copy(StreamRef stream, const std::shared_ptr<const void>& host) {
  constexpr int more_attempts = 2;
  try {
    stream.synchronize();
  } catch (...) {
    const auto handle = static_cast<vendor::StreamHandle>(stream.handle());
    for (int i = 0; i < more_attempts; ++i) {
      if (has_ended(driver_table().stream_synchronize(handle))) throw;
    }
    keep_while_in_use(stream.device().state(), host);
    throw;
  }
}

}  // namespace

void upload(StreamRef stream, const Memory& memory, const void* from) {
  HostFunctionScope::require_none("waiting for a copy");
  // The device reads a copy that outlives failed waits: `from` is the caller's to free.
  constexpr std::size_t most = std::size_t{1} << 20;
  const std::size_t bytes = memory.bytes();
  const auto staged = std::make_shared_for_overwrite<std::byte[]>(std::min(bytes, most));
  auto* const to = static_cast<std::byte*>(memory.data());
  std::size_t done = 0;
  do {
    const std::size_t part = std::min(bytes - done, most);
    if (part != 0) std::memcpy(staged.get(), static_cast<const std::byte*>(from) + done, part);
    run_copy(stream, {CopyDirection::host_to_device, to + done, part, staged.get(), part});
    finish_copy(stream, staged);
    done += part;
  } while (done != bytes);
}

void upload(const Memory& memory, const void* from) {
  const std::size_t bytes = memory.bytes();
  run_copy(memory.device(), {CopyDirection::host_to_device, memory.data(), bytes, from, bytes});
}

void download(StreamRef stream, const Memory& memory, void* to,
              const std::shared_ptr<const void>& owner) {
  HostFunctionScope::require_none("waiting for a copy");
  const std::size_t bytes = memory.bytes();
  run_copy(stream, {CopyDirection::device_to_host, to, bytes, memory.data(), bytes, 1, nullptr,
                    memory.home()});
  finish_copy(stream, owner);
}

void run_copy(StreamRef stream, const CopyRequest& request) {
  check_copy(stream.device(), request);
  if (request.to_bytes == 0) return;
  make_current(stream.device());
  const DeviceWait wait(stream.device());
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
  HostFunctionScope::require_none("waiting for a copy");
  check_copy(device, request);
  if (request.to_bytes == 0) return;
  make_current(device);
  const DeviceWait wait(device);
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
  // Transfers to the device may still be under way, and other streams do not wait for them.
  if (request.direction != CopyDirection::device_to_host) {
    DUET_DRIVER(stream_synchronize, vendor::StreamHandle{});
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

void run_fill(StreamRef stream, const FillRequest& request) {
  if (request.count == 0) return;
  check_fill(stream.device(), request);
  make_current(stream.device());
  plan_fill(
      request.to, request.count, request.value, request.size,
      [&](void* address, std::size_t bytes, std::uint32_t word, std::size_t word_bytes) {
        start_fill(stream, address, word, word_bytes, bytes / word_bytes);
      },
      [&](void* address, const void* from, std::size_t bytes) {
        run_copy(stream, {CopyDirection::device_to_device, address, bytes, from, bytes});
      });
}

}  // namespace duet::detail
