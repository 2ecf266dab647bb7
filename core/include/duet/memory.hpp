#pragma once

#include <cstddef>

#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// Where memory lives and who may address it.
enum class MemoryKind {
  device,          ///< On the device; the host copies to and from it.
  stream_ordered,  ///< On the device, allocated and freed in a stream's order.
  pinned,          ///< On the host, page-locked: fast copies, addressable by the device.
  managed          ///< Migrates; both address it.
};

/// An owned piece of memory of any kind, untyped. Move-only; frees itself. Stream-ordered memory
/// is freed in the order of the stream it was allocated on, which must outlive it. Zero bytes are
/// allowed: the address is then null.
/// Thread-safety: const members from any thread; moving and destroying need exclusive access.
class Memory {
 public:
  Memory() noexcept = default;
  Memory(Memory&& other) noexcept;
  Memory& operator=(Memory&& other) noexcept;
  ~Memory();

  /// @throws Error (out_of_memory) naming the size asked for and what is free
  static Memory device(const Device& device, std::size_t bytes);
  /// Usable by work submitted to `stream` from now on. Falls back to `device` where the device has
  /// no memory pools.
  static Memory on_stream(StreamRef stream, std::size_t bytes);
  static Memory pinned(const Device& device, std::size_t bytes);
  /// Falls back to pinned memory (see `kind()`) where the device has no managed memory, or none
  /// that the host may touch while kernels run.
  static Memory managed(const Device& device, std::size_t bytes);

  explicit operator bool() const noexcept { return device_ != nullptr; }
  /// @throws Error (invalid_handle) if empty
  Device device() const;
  /// The address, valid on the device and, for pinned and managed memory, on the host.
  void* data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }
  /// What the memory is, which may be the fallback of what was asked for.
  MemoryKind kind() const noexcept { return kind_; }

  /// Frees stream-ordered memory in the order of another stream than it was allocated on.
  /// @throws Error (invalid_argument) if the memory is not stream-ordered
  void free_on(StreamRef stream);

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
