#pragma once

#include <cstddef>
#include <optional>

#include <duet/buffer.hpp>
#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/memory.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// What a driver may assume about the use of managed memory. Advice changes speed, never results.
enum class MemoryAdvice {
  read_mostly,        ///< Each place that reads keeps a copy; a write removes the others.
  not_read_mostly,    ///< Takes `read_mostly` back.
  preferred_at,       ///< Stays at the place if it can; others access it there.
  preferred_nowhere,  ///< Takes `preferred_at` back.
  accessed_from,      ///< The place keeps its mapping, wherever the memory is.
  not_accessed_from   ///< Takes `accessed_from` back.
};

/// The name of an advice, such as "read_mostly". Static storage, never null.
const char* name_of(MemoryAdvice advice) noexcept;

/// Where managed memory can be: on a device or on the host.
class MemoryPlace {
 public:
  /// The memory of a device.
  // NOLINTNEXTLINE(google-explicit-constructor)
  MemoryPlace(const Device& device) noexcept : device_(device) {}
  /// The host's memory.
  static MemoryPlace host() noexcept { return MemoryPlace(); }
  /// The device; empty for the host.
  const std::optional<Device>& device() const noexcept { return device_; }

 private:
  MemoryPlace() noexcept = default;
  std::optional<Device> device_{};
};

/// A part of managed memory, which it does not own.
class ManagedRange {
 public:
  /// All of the memory. @throws Error  invalid_handle if it is empty; invalid_argument if it is not
  ///                                   managed (nor pinned in its place, see `Memory::managed`)
  // NOLINTNEXTLINE(google-explicit-constructor)
  ManagedRange(const Memory& memory);
  /// The memory of a whole buffer. @throws Error  as above
  template <typename T>
  // NOLINTNEXTLINE(google-explicit-constructor)
  ManagedRange(const HostBuffer<T>& buffer) : ManagedRange(buffer.memory()) {}

  /// A part. Drivers round it to pages.
  /// @param offset  in bytes
  /// @param bytes   size
  /// @throws Error  invalid_argument if the part is not inside the range
  ManagedRange part(std::size_t offset, std::size_t bytes) const;

  /// The device that the memory was allocated for.
  const Device& device() const noexcept { return device_; }
  /// The first byte.
  void* data() const noexcept { return data_; }
  /// Size in bytes.
  std::size_t bytes() const noexcept { return bytes_; }
  /// Whether advice and prefetches have an effect: false for pinned memory in place of managed.
  bool is_migrating() const noexcept { return is_migrating_; }

 private:
  Device device_;
  void* data_;
  std::size_t bytes_;
  bool is_migrating_;
};

/// Tells the driver how managed memory will be used. No-op where the memory does not migrate: for
/// pinned memory in place of managed, on the CPU backend, and on devices without
/// `DeviceInfo::managed_prefetch`. Thread-safety: any thread.
/// @param range   what the advice is about
/// @param advice  replaces earlier advice of its kind
/// @param place   for `preferred_at`, `accessed_from` and what takes them back
/// @throws Error  invalid_argument for a place that cannot access managed memory while the host
///                does; what the driver reports
void advise(const ManagedRange& range, MemoryAdvice advice, MemoryPlace place);
/// Gives advice about the use by the device that the memory was allocated for.
/// @throws Error  as above
void advise(const ManagedRange& range, MemoryAdvice advice);

/// Moves managed memory in the order of a stream, so that later accesses find it there. The result
/// is the same without; docs/memory.md tells when it costs more than it saves. No-op where the
/// memory does not migrate, as `advise`. Thread-safety: any thread.
/// @param stream  its later work finds the memory at the place; not captured
/// @param range   what is moved
/// @param place   where to
/// @throws Error  as `advise`; capture_failed if the stream is captured and the driver forbids it
void prefetch(StreamRef stream, const ManagedRange& range, MemoryPlace place);

}  // namespace duet
DUET_API_END
