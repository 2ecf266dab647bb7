#include <duet/buffer.hpp>
#include <duet/memory.hpp>

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "base/extent_text.hpp"
#include "base/launch_observer.hpp"
#include "destruction.hpp"
#include "memory_check.hpp"

namespace duet {

namespace {

[[noreturn]] void throw_allocation(vendor::Status status, const Device& device, const char* kind,
                                   std::size_t bytes) {
  const vendor::StatusText text = vendor::describe(status);
  const ErrorCode code = vendor::classify(status);
  vendor::clear_pending_error();
  if (code != ErrorCode::out_of_memory) {
    throw Error(code,
                fmt::format("allocating {} bytes of {} memory failed: {} ({})", bytes, kind,
                            text.name, text.text),
                {.vendor_name = text.name});
  }
  std::string message = fmt::format("out of memory: {} bytes of {} memory on device {} ({})", bytes,
                                    kind, device.ordinal(), device.info().name);
  try {
    message +=
        fmt::format("; {} of {} bytes are free", device.free_memory(), device.info().total_memory);
  } catch (const Error&) {
    // The driver does not tell.
  }
  message += "; release memory that is not needed, or work on smaller parts";
  throw Error(code, message, {.vendor_name = text.name});
}

vendor::Status free_memory(void* data, MemoryKind kind, void* stream) noexcept {
  switch (kind) {
    case MemoryKind::stream_ordered:
      return driver_table().memory_free_async(vendor::to_address(data),
                                              static_cast<vendor::StreamHandle>(stream));
    case MemoryKind::pinned: return driver_table().memory_free_pinned(data);
    default: return driver_table().memory_free(vendor::to_address(data));
  }
}

}  // namespace

const char* name_of(MemoryKind kind) noexcept {
  switch (kind) {
    case MemoryKind::device: return "device";
    case MemoryKind::stream_ordered: return "stream_ordered";
    case MemoryKind::pinned: return "pinned";
    case MemoryKind::managed: return "managed";
  }
  return "unknown";
}

Memory::Memory(const Device& device, void* data, std::size_t bytes, MemoryKind kind) noexcept
    : device_(&device.state()), data_(data), bytes_(bytes), kind_(kind) {
  detail::note_allocated(data);
}

Memory::Memory(Memory&& other) noexcept
    : device_(std::exchange(other.device_, nullptr)),
      data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)),
      kind_(other.kind_),
      stream_(std::exchange(other.stream_, nullptr)) {}

Memory& Memory::operator=(Memory&& other) noexcept {
  Memory moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(data_, moved.data_);
  std::swap(bytes_, moved.bytes_);
  std::swap(kind_, moved.kind_);
  std::swap(stream_, moved.stream_);
  return *this;
}

Memory::~Memory() {
  if (data_ == nullptr) return;
  detail::destroy_on(*device_, [data = data_, bytes = bytes_, kind = kind_, stream = stream_] {
    detail::note_freed(data, bytes);
    log_failed_call(free_memory(data, kind, stream), "freeing memory");
  });
}

Memory Memory::device(const Device& device, std::size_t bytes) {
  vendor::Address address{};
  if (bytes != 0) {
    make_current(device);
    const vendor::Status status = driver().memory_allocate(&address, bytes);
    if (status != vendor::success) throw_allocation(status, device, "device", bytes);
  }
  Memory memory(device, vendor::to_pointer(address), bytes, MemoryKind::device);
  if (launch_observer != nullptr && bytes != 0) {
    launch_observer->allocated(memory.data(), bytes, nullptr);
  }
  return memory;
}

Memory Memory::on_stream(StreamRef stream, std::size_t bytes) {
  const Device& device = stream.device();
  if (!device.info().memory_pools) return Memory::device(device, bytes);
  const auto handle = static_cast<vendor::StreamHandle>(stream.handle());
  vendor::Address address{};
  if (bytes != 0) {
    make_current(device);
    const vendor::Status status = driver().memory_allocate_async(&address, bytes, handle);
    if (status != vendor::success) throw_allocation(status, device, "stream-ordered", bytes);
  }
  Memory memory(device, vendor::to_pointer(address), bytes, MemoryKind::stream_ordered);
  memory.stream_ = handle;
  if (launch_observer != nullptr && bytes != 0) {
    launch_observer->allocated(memory.data(), bytes, handle);
  }
  return memory;
}

Memory Memory::pinned(const Device& device, std::size_t bytes) {
  void* address = nullptr;
  if (bytes != 0) {
    make_current(device);
    const vendor::Status status =
        driver().memory_allocate_pinned(&address, bytes, vendor::pinned_portable);
    if (status != vendor::success) throw_allocation(status, device, "pinned host", bytes);
  }
  return Memory(device, address, bytes, MemoryKind::pinned);
}

Memory Memory::managed(const Device& device, std::size_t bytes) {
  const DeviceInfo& info = device.info();
  if (!info.managed_memory || !info.concurrent_managed_access) return pinned(device, bytes);
  vendor::Address address{};
  if (bytes != 0) {
    make_current(device);
    const vendor::Status status =
        driver().memory_allocate_managed(&address, bytes, vendor::managed_global);
    if (status != vendor::success) throw_allocation(status, device, "managed", bytes);
  }
  return Memory(device, vendor::to_pointer(address), bytes, MemoryKind::managed);
}

Device Memory::device() const {
  detail::require_owned(*this, "Memory");
  return Device(*device_);
}

void Memory::free_on(StreamRef stream) {
  detail::require_owned(*this, "Memory");
  if (kind_ != MemoryKind::stream_ordered) {
    throw Error(ErrorCode::invalid_argument,
                "free_on: the memory is not stream-ordered; allocate it with Memory::on_stream");
  }
  stream_ = stream.handle();
  *this = Memory();
}

namespace detail {

std::size_t checked_bytes(std::size_t count, std::size_t size) {
  if (count > std::numeric_limits<std::size_t>::max() / size) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} elements of {} bytes exceed the address space{}", count, size,
                            negative_hint(count)));
  }
  return count * size;
}

void require_owned(const Memory& memory, const char* type) {
  if (!memory) {
    throw Error(ErrorCode::invalid_handle,
                fmt::format("the {} is empty: default-constructed or moved from", type));
  }
}

}  // namespace detail

}  // namespace duet
