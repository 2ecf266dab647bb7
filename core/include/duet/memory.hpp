#pragma once

#include <cstddef>

#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// Where memory is, and whether host and device can address it.
enum class MemoryKind {
  device,          ///< On the device; the host copies to and from it.
  stream_ordered,  ///< On the device; allocated and freed in a stream's order.
  pinned,          ///< On the host, page-locked: fast copies, and the device addresses it.
  managed          ///< Migrates between host and device; both address it.
};

/// The name of a kind, such as "stream_ordered". Static storage, never null.
const char* name_of(MemoryKind kind) noexcept;

/// An untyped piece of memory. Move-only owner; frees it on destruction. Stream-ordered memory is
/// freed in the order of the stream that it was allocated on, which must outlive it. An allocation
/// of 0 bytes is allowed and has a null address. Thread-safety: concurrent const access is safe;
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
  /// Allocates device memory in the order of a stream: work submitted to it from now on may use the
  /// memory. As `device` if the device has no memory pools.
  /// @param stream  must outlive the memory
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
  explicit operator bool() const noexcept { return device_ != nullptr; }
  /// The device that the memory was allocated for.
  /// @throws Error  invalid_handle if empty
  Device device() const;
  /// The address, valid on the device and, for pinned and managed memory, on the host.
  void* data() const noexcept { return data_; }
  /// Size in bytes.
  std::size_t bytes() const noexcept { return bytes_; }
  /// The kind of the memory, which is a fallback's if the requested kind was not available.
  MemoryKind kind() const noexcept { return kind_; }

  /// Frees stream-ordered memory now, in the order of a stream, which may differ from the one that
  /// it was allocated on. Leaves this empty.
  /// @throws Error  invalid_argument if the memory is not stream-ordered; invalid_handle if empty
  void free_on(StreamRef stream);

  /// Internal: the device that alone addresses the memory; null if empty or if all devices do.
  const detail::DeviceState* home() const noexcept {
    return kind_ == MemoryKind::device || kind_ == MemoryKind::stream_ordered ? device_ : nullptr;
  }

 private:
  Memory(const Device& device, void* data, std::size_t bytes, MemoryKind kind) noexcept;

  const detail::DeviceState* device_ = nullptr;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  MemoryKind kind_ = MemoryKind::device;
  void* stream_ = nullptr;  ///< where stream-ordered memory is freed
};

}  // namespace duet
DUET_API_END
