#pragma once

#include <cstddef>

#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/memory_resource.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// An untyped piece of memory. Move-only owner; gives it back to its resource on destruction, after
/// the work that the stream of the allocation has then. An allocation of 0 bytes is allowed and has
/// a null address. Thread-safety: concurrent const access is safe;
/// moving and destroying need exclusive access.
class Memory {
 public:
  Memory() noexcept = default;
  Memory(Memory&& other) noexcept;
  Memory& operator=(Memory&& other) noexcept;
  ~Memory();

  /// Allocates device memory.
  /// @param device  where
  /// @param bytes   size
  /// @throws Error  out_of_memory, with the size and what is free
  static Memory device(const Device& device, std::size_t bytes);
  /// Allocates from a resource.
  /// @param resource  must outlive the memory
  /// @param stream    work submitted to it from now on may use the memory
  /// @param bytes     size
  /// @throws Error  out_of_memory; invalid_argument for a stream of another device
  static Memory from(MemoryResource& resource, StreamRef stream, std::size_t bytes);
  /// Allocates device memory in the order of a stream, from the device's `default_resource`: work
  /// submitted to the stream from now on may use the memory.
  /// @param stream  need not outlive the memory, if the resource is a MemoryPool
  /// @param bytes   size
  /// @throws Error  out_of_memory, with the size and what is free
  static Memory on_stream(StreamRef stream, std::size_t bytes);
  /// Allocates page-locked host memory that the device addresses.
  /// @param device  the device that addresses it
  /// @param bytes   size
  /// @throws Error  out_of_memory, with the size
  static Memory pinned(const Device& device, std::size_t bytes);
  /// Allocates managed memory. As `pinned` (see `kind()`) if the device has no managed memory, or
  /// none that the host may use while kernels run.
  /// @param device  the device that addresses it
  /// @param bytes   size
  /// @throws Error  out_of_memory, with the size
  static Memory managed(const Device& device, std::size_t bytes);

  /// Whether this owns memory: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return resource_ != nullptr; }
  /// The device that the memory was allocated for.
  /// @throws Error  invalid_handle if empty, or if the resource has been destroyed
  Device device() const;
  /// The address, valid on the device and, for pinned and managed memory, on the host.
  void* data() const noexcept { return allocation_.data; }
  /// Size in bytes.
  std::size_t bytes() const noexcept { return allocation_.bytes; }
  /// The kind of the memory, which is a fallback's if the requested kind was not available.
  /// MemoryKind::device if empty, or if the resource has been destroyed.
  MemoryKind kind() const noexcept {
    return has_resource() ? resource_->kind() : MemoryKind::device;
  }
  /// The resource that the memory comes from; null if empty, or if it has been destroyed.
  MemoryResource* resource() const noexcept { return has_resource() ? resource_ : nullptr; }

  /// Frees stream-ordered memory after the work that a stream has now, which may differ from the
  /// one that it was allocated on. Leaves this empty.
  /// @throws Error  invalid_argument if the memory is not stream-ordered, or for a stream of
  /// another
  ///                device; invalid_handle if empty
  void free_on(StreamRef stream);

  /// Internal: the device that alone addresses the memory; null if empty or if all devices do.
  const detail::DeviceState* home() const noexcept { return home_; }

 private:
  Memory(MemoryResource& resource, StreamRef stream, std::size_t bytes);

  bool has_resource() const noexcept { return resource_ != nullptr && !life_.is_over(); }
  /// The resource. @throws Error (invalid_handle) if empty, or if it has been destroyed
  MemoryResource& require_resource() const;

  MemoryResource* resource_ = nullptr;
  const detail::DeviceState* home_ = nullptr;
  Allocation allocation_{};
  detail::ResourceLife life_{};  ///< of the resource
};

}  // namespace duet
DUET_API_END
