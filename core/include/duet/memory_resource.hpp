#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

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

/// What a memory resource has allocated.
struct Allocation {
  void* data = nullptr;   ///< The address, aligned to 256 bytes at least.
  std::size_t bytes = 0;  ///< The size that was asked for, not 0.
  void* token = nullptr;  ///< For the resource that made it.
};

namespace detail {

/// Tells whether a resource still exists. A value.
class ResourceLife {
 public:
  /// That of nothing.
  ResourceLife() noexcept = default;
  /// Begins a life. @throws std::bad_alloc
  static ResourceLife begin();
  /// Ends it, for all copies.
  void end() const noexcept;
  /// Whether it has begun and not ended.
  bool is_over() const noexcept {
    return number_ == nullptr || number_->load(std::memory_order_relaxed) != begun_;
  }

 private:
  std::atomic<std::uint64_t>* number_ = nullptr;  ///< another one after the end; never freed
  std::uint64_t begun_ = 0;
};

}  // namespace detail

/// A source of memory for one device, in the manner of std::pmr::memory_resource. `Memory` and
/// `Buffer` take one, and `set_default_resource` sets the one that they use by default. A resource
/// must outlive its memory: what is left is lost then, with an error in the log.
///
/// A class of one's own overrides `do_allocate` and `do_free`:
/// - `do_allocate` returns memory that work submitted to the stream from now on may use, of the
/// size
///   that is asked for, or throws Error (out_of_memory), as does its caller for a null address. The
///   device is current.
/// - `do_free` takes memory back. Work that was submitted to `stream` may still use it. With a null
///   `stream` that is the stream of `do_allocate`, which may have been destroyed. Resources whose
///   memory is not stream-ordered wait until the device no longer uses it.
/// Thread-safety: all members may be called from any thread, and overrides must allow that.
class MemoryResource {
 public:
  MemoryResource(const MemoryResource&) = delete;
  MemoryResource& operator=(const MemoryResource&) = delete;
  virtual ~MemoryResource();

  /// The device that addresses the memory.
  const Device& device() const noexcept { return device_; }
  /// The kind of the memory.
  MemoryKind kind() const noexcept { return kind_; }

  /// Allocates memory that the caller frees with `free`.
  /// @param stream  of the resource's device; work submitted to it from now on may use the memory
  /// @param bytes   size; 0 gives an empty allocation
  /// @throws Error  out_of_memory; invalid_argument for a stream of another device
  Allocation allocate(StreamRef stream, std::size_t bytes);
  /// Frees memory after the work that the stream of its allocation has now.
  /// @param allocation  of this resource, not freed before; empty is allowed
  void free(const Allocation& allocation) noexcept;
  /// Frees memory after the work that another stream has now.
  /// @throws Error  invalid_argument for a stream of another device
  void free(const Allocation& allocation, StreamRef stream);

  /// Internal: tells whether the resource still exists.
  const detail::ResourceLife& life() const noexcept { return life_; }

 protected:
  /// A resource of a device with memory of a kind.
  /// @throws std::bad_alloc
  MemoryResource(const Device& device, MemoryKind kind);

 private:
  friend class MemoryPool;
  virtual Allocation do_allocate(StreamRef stream, std::size_t bytes) = 0;
  virtual void do_free(const Allocation& allocation, const StreamRef* stream) noexcept = 0;

  Device device_;
  MemoryKind kind_;
  bool needs_current_device_ = true;  ///< in `do_allocate`
  detail::ResourceLife life_;
};

// The resources that each device has. They live until the process ends.

/// Device memory, straight from the driver. Freeing waits for the device.
MemoryResource& device_resource(const Device& device);
/// Page-locked host memory that the device addresses, straight from the driver.
MemoryResource& pinned_resource(const Device& device);
/// Managed memory, straight from the driver; `pinned_resource` if the device has no managed memory,
/// or none that the host may use while kernels run.
MemoryResource& managed_resource(const Device& device);
/// The driver's own stream-ordered pool; `device_resource` if the device has none. Streams must
/// outlive the memory that was allocated on them.
MemoryResource& driver_pool_resource(const Device& device);

/// The resource of stream-ordered allocations (`Memory::on_stream`, `Buffer(stream, count)`) that
/// name none. Until one is set: `driver_pool_resource(device)`, or what DUET_POOL says.
MemoryResource& default_resource(const Device& device);
/// Sets the default resource of the resource's device, for allocations from now on.
/// @param resource  stream-ordered or device memory; must outlive its memory. If it is destroyed
///                  while it is the default, that is logged, and the first default is back
/// @returns the resource that was the default before
/// @throws Error  invalid_argument if it gives host memory
MemoryResource& set_default_resource(MemoryResource& resource);

}  // namespace duet
DUET_API_END
