#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <duet/export.hpp>
#include <duet/memory.hpp>
#include <duet/span.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
[[noreturn]] void throw_too_many(std::size_t count, std::size_t size);
/// `count * size` in bytes.
/// @throws Error  invalid_argument if that overflows
inline std::size_t checked_bytes(std::size_t count, std::size_t size) {
  if (count > std::numeric_limits<std::size_t>::max() / size) throw_too_many(count, size);
  return count * size;
}
/// `bytes / size`.
/// @throws Error  invalid_argument if there is a remainder
std::size_t checked_count(std::size_t bytes, std::size_t size);
[[noreturn]] void refuse_empty(const char* type);
/// @throws Error  invalid_handle if `memory` is empty
inline void require_owned(const Memory& memory, const char* type) {
  if (!memory) [[unlikely]] {
    refuse_empty(type);
  }
}
/// Copies between host memory and all of `memory`, and waits until that is done. After an error the
/// device does not read `from` any more.
void upload(StreamRef stream, const Memory& memory, const void* from);
void upload(const Memory& memory, const void* from);
/// @param owner  of the host memory `to`. Kept after an error if the copy may still write there
void download(StreamRef stream, const Memory& memory, void* to,
              const std::shared_ptr<const void>& owner);

/// A contiguous range in host memory, such as std::vector, std::span or std::array.
template <typename R>
concept HostArray = std::ranges::contiguous_range<const R> && std::ranges::sized_range<const R>;
template <typename R, typename T>
concept HostArrayOf = HostArray<R> && std::same_as<std::ranges::range_value_t<const R>, T>;
}  // namespace detail

/// A typed array in device memory. Move-only owner; freed on destruction. The elements of a new
/// buffer are uninitialised. The host reads and writes them by `duet::copy` only.
/// Thread-safety: concurrent const access is safe; moving and destroying need exclusive access.
/// @tparam T  a trivially copyable type
template <typename T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>, "device memory holds trivially copyable types");

 public:
  using element_type = T;  ///< The type of the elements.

  Buffer() noexcept = default;
  /// Allocates device memory.
  /// @param device  where
  /// @param count   number of elements, 0 allowed
  /// @throws Error  out_of_memory; invalid_argument if the size in bytes overflows
  Buffer(const Device& device, std::size_t count)
      : memory_(Memory::device(device, detail::checked_bytes(count, sizeof(T)))), size_(count) {}
  /// Allocates in the order of `stream`, from the device's `default_resource`. The memory is freed
  /// in the order of the same stream.
  /// @param stream  need not outlive the buffer, if the resource is a MemoryPool
  /// @param count   number of elements, 0 allowed
  /// @throws Error  out_of_memory; invalid_argument if the size in bytes overflows
  Buffer(StreamRef stream, std::size_t count)
      : memory_(Memory::on_stream(stream, detail::checked_bytes(count, sizeof(T)))), size_(count) {}
  /// Allocates in the order of `stream`.
  Buffer(const Stream& stream, std::size_t count) : Buffer(stream.ref(), count) {}
  /// Allocates from a resource in the order of `stream`.
  /// @param resource  must outlive the buffer
  /// @param stream    the memory is freed in its order
  /// @param count     number of elements, 0 allowed
  /// @throws Error  out_of_memory; invalid_argument if the size in bytes overflows, or for a stream
  ///                of another device
  Buffer(MemoryResource& resource, StreamRef stream, std::size_t count)
      : memory_(Memory::from(resource, stream, detail::checked_bytes(count, sizeof(T)))),
        size_(count) {}
  /// Allocates device memory and fills it with the elements of a host range; waits for the copy.
  /// @param device  where
  /// @param range   std::vector, std::span, std::array or another contiguous range of T
  /// @throws Error  out_of_memory
  template <detail::HostArrayOf<T> R>
  Buffer(const Device& device, const R& range) : Buffer(device, std::ranges::size(range)) {
    detail::upload(memory_, std::ranges::data(range));
  }
  /// Allocates in the order of `stream` and fills the memory with the elements of a host range;
  /// waits for the copy. The range may be a temporary: the device reads a copy of it, made piece by
  /// piece. `duet::copy` neither waits nor makes one.
  /// @param stream  as above
  /// @param range   std::vector, std::span, std::array or another contiguous range of T
  /// @throws Error  out_of_memory; capture_failed if the stream is captured
  template <detail::HostArrayOf<T> R>
  Buffer(StreamRef stream, const R& range) : Buffer(stream, std::ranges::size(range)) {
    detail::upload(stream, memory_, std::ranges::data(range));
  }
  /// Takes over untyped memory, such as imported memory.
  /// @param memory  not empty; its size is a multiple of that of T
  /// @throws Error  invalid_argument for another size; invalid_handle if empty
  static Buffer from(Memory memory) {
    detail::require_owned(memory, "Memory");
    Buffer buffer;
    buffer.size_ = detail::checked_count(memory.bytes(), sizeof(T));
    buffer.memory_ = std::move(memory);
    return buffer;
  }
  Buffer(Buffer&& other) noexcept
      : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  /// Whether this owns memory: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return static_cast<bool>(memory_); }
  /// Number of elements.
  std::size_t size() const noexcept { return size_; }
  /// Size in bytes.
  std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  /// The device that the memory belongs to.
  /// @throws Error  invalid_handle if empty
  Device device() const { return memory_.device(); }
  /// The untyped memory, which this keeps owning.
  const Memory& memory() const noexcept { return memory_; }

  /// The device address of the first element; null if there are no elements.
  /// @throws Error  invalid_handle if empty
  T* data() const {
    detail::require_owned(memory_, "Buffer");
    return static_cast<T*>(memory_.data());
  }
  /// Copies all elements to the host, after the earlier work of `stream`, and waits for that.
  /// @throws Error  invalid_handle if empty; the failure of earlier work in the stream
  std::vector<std::remove_const_t<T>> to_vector(StreamRef stream) const {
    static_assert(!std::is_same_v<std::remove_const_t<T>, bool>,
                  "the elements of std::vector<bool> have no addresses: use duet::copy to a "
                  "std::unique_ptr<bool[]> or std::array, or a Buffer of unsigned char");
    detail::require_owned(memory_, "Buffer");
    const auto host = std::make_shared<std::vector<std::remove_const_t<T>>>(size_);
    detail::download(stream, memory_, host->data(), host);
    return std::move(*host);
  }
  /// A view of all elements.
  /// @throws Error  invalid_handle if empty
  DeviceSpan<T> span() const { return {data(), size_, memory_.home()}; }
  /// A view of `count` elements from `offset` on.
  /// @throws Error  invalid_handle if empty; invalid_argument if the range is not inside
  DeviceSpan<T> subspan(std::size_t offset, std::size_t count) const {
    return span().subspan(offset, count);
  }
  /// A view of all elements.
  operator DeviceSpan<T>() const { return span(); }  // NOLINT(google-explicit-constructor)
  /// A read-only view of all elements.
  operator DeviceSpan<const T>() const  // NOLINT(google-explicit-constructor)
      requires(!std::is_const_v<T>) {
    return span();
  }

 private:
  Memory memory_{};
  std::size_t size_ = 0;
};

/// @cond
template <detail::HostArray R>
Buffer(const Device&, const R&) -> Buffer<std::ranges::range_value_t<const R>>;
template <detail::HostArray R>
Buffer(StreamRef, const R&) -> Buffer<std::ranges::range_value_t<const R>>;
/// @endcond

/// A typed array that host and device both address: pinned or managed host memory. Move-only owner;
/// freed on destruction. The elements of a new buffer are uninitialised. The host must wait for
/// device work that uses the array before it accesses the elements.
/// Thread-safety: concurrent const access is safe; moving and destroying need exclusive access.
/// @tparam T  a trivially copyable type
template <typename T>
class HostBuffer {
  static_assert(std::is_trivially_copyable_v<T>, "device memory holds trivially copyable types");

 public:
  using element_type = T;  ///< The type of the elements.

  HostBuffer() noexcept = default;
  HostBuffer(HostBuffer&& other) noexcept
      : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
  HostBuffer& operator=(HostBuffer&& other) noexcept {
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  /// Allocates page-locked host memory: copies to and from it run at full speed, asynchronously.
  /// @param device  the device that addresses it
  /// @param count   number of elements, 0 allowed
  /// @throws Error  out_of_memory; invalid_argument if the size in bytes overflows
  static HostBuffer pinned(const Device& device, std::size_t count) {
    return HostBuffer(Memory::pinned(device, detail::checked_bytes(count, sizeof(T))), count);
  }
  /// Allocates managed memory, or pinned memory under the conditions of `Memory::managed`.
  /// @param device  the device that addresses it
  /// @param count   number of elements, 0 allowed
  /// @throws Error  out_of_memory; invalid_argument if the size in bytes overflows
  static HostBuffer managed(const Device& device, std::size_t count) {
    return HostBuffer(Memory::managed(device, detail::checked_bytes(count, sizeof(T))), count);
  }

  /// Whether this owns memory: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return static_cast<bool>(memory_); }
  /// Number of elements.
  std::size_t size() const noexcept { return size_; }
  /// Size in bytes.
  std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  /// The untyped memory, which this keeps owning.
  const Memory& memory() const noexcept { return memory_; }
  /// Pinned or managed.
  MemoryKind kind() const noexcept { return memory_.kind(); }

  /// The address of the first element, the same on host and device.
  /// @throws Error  invalid_handle if empty
  T* data() const {
    detail::require_owned(memory_, "HostBuffer");
    return static_cast<T*>(memory_.data());
  }
  /// An element, for the host. The index is not checked.
  T& operator[](std::size_t index) const noexcept { return static_cast<T*>(memory_.data())[index]; }
  /// The first element, for the host.
  T* begin() const noexcept { return static_cast<T*>(memory_.data()); }
  /// One past the last element, for the host.
  T* end() const noexcept { return begin() + size_; }
  /// A view of all elements for the host.
  /// @throws Error  invalid_handle if empty
  std::span<T> host() const { return {data(), size_}; }
  /// A view of all elements for the device.
  /// @throws Error  invalid_handle if empty
  DeviceSpan<T> span() const { return {data(), size_}; }

 private:
  HostBuffer(Memory memory, std::size_t count) noexcept
      : memory_(std::move(memory)), size_(count) {}

  Memory memory_{};
  std::size_t size_ = 0;
};

}  // namespace duet
DUET_API_END
