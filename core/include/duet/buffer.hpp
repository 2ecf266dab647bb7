#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include <duet/export.hpp>
#include <duet/memory.hpp>
#include <duet/span.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
/// `count * size` in bytes. @throws Error (invalid_argument) if that overflows
std::size_t checked_bytes(std::size_t count, std::size_t size);
/// @throws Error (invalid_handle) if `memory` is empty
void require_owned(const Memory& memory, const char* type);
}  // namespace detail

/// A typed array in device memory. Move-only owner, uninitialised when made.
/// Thread-safety: as `Memory`.
template <typename T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>, "device memory holds trivially copyable types");

 public:
  using element_type = T;

  Buffer() noexcept = default;
  /// @param count  elements, 0 allowed
  /// @throws Error (out_of_memory)
  Buffer(const Device& device, std::size_t count)
      : memory_(Memory::device(device, detail::checked_bytes(count, sizeof(T)))), size_(count) {}
  /// Stream-ordered: allocated and freed in the order of `stream`, which must outlive the buffer.
  Buffer(StreamRef stream, std::size_t count)
      : memory_(Memory::on_stream(stream, detail::checked_bytes(count, sizeof(T)))), size_(count) {}
  Buffer(const Stream& stream, std::size_t count) : Buffer(stream.ref(), count) {}
  Buffer(Buffer&& other) noexcept
      : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  explicit operator bool() const noexcept { return static_cast<bool>(memory_); }
  std::size_t size() const noexcept { return size_; }
  std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  Device device() const { return memory_.device(); }
  const Memory& memory() const noexcept { return memory_; }

  /// The device address. @throws Error (invalid_handle) if empty
  T* data() const {
    detail::require_owned(memory_, "Buffer");
    return static_cast<T*>(memory_.data());
  }
  DeviceSpan<T> span() const { return {data(), size_}; }
  DeviceSpan<T> subspan(std::size_t offset, std::size_t count) const {
    return span().subspan(offset, count);
  }
  operator DeviceSpan<T>() const { return span(); }        // NOLINT(google-explicit-constructor)
  operator DeviceSpan<const T>() const { return span(); }  // NOLINT(google-explicit-constructor)

 private:
  Memory memory_{};
  std::size_t size_ = 0;
};

/// A typed array that host and device both address: pinned or managed host memory. While device
/// work uses it, the host must wait before it reads or writes.
/// Thread-safety: as `Memory`.
template <typename T>
class HostBuffer {
  static_assert(std::is_trivially_copyable_v<T>, "device memory holds trivially copyable types");

 public:
  using element_type = T;

  HostBuffer() noexcept = default;
  HostBuffer(HostBuffer&& other) noexcept
      : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
  HostBuffer& operator=(HostBuffer&& other) noexcept {
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  /// Page-locked host memory: copies to and from it run at full speed and asynchronously.
  static HostBuffer pinned(const Device& device, std::size_t count) {
    return HostBuffer(Memory::pinned(device, detail::checked_bytes(count, sizeof(T))), count);
  }
  /// Managed memory, or pinned memory where `Memory::managed` says so.
  static HostBuffer managed(const Device& device, std::size_t count) {
    return HostBuffer(Memory::managed(device, detail::checked_bytes(count, sizeof(T))), count);
  }

  explicit operator bool() const noexcept { return static_cast<bool>(memory_); }
  std::size_t size() const noexcept { return size_; }
  std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  const Memory& memory() const noexcept { return memory_; }
  MemoryKind kind() const noexcept { return memory_.kind(); }

  /// The address, the same on host and device. @throws Error (invalid_handle) if empty
  T* data() const {
    detail::require_owned(memory_, "HostBuffer");
    return static_cast<T*>(memory_.data());
  }
  T& operator[](std::size_t index) const noexcept { return static_cast<T*>(memory_.data())[index]; }
  T* begin() const noexcept { return static_cast<T*>(memory_.data()); }
  T* end() const noexcept { return begin() + size_; }
  std::span<T> host() const { return {data(), size_}; }
  DeviceSpan<T> span() const { return {data(), size_}; }

 private:
  HostBuffer(Memory memory, std::size_t count) noexcept
      : memory_(std::move(memory)), size_(count) {}

  Memory memory_{};
  std::size_t size_ = 0;
};

}  // namespace duet
DUET_API_END
