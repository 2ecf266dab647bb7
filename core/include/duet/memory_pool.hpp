#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <duet/export.hpp>
#include <duet/memory_resource.hpp>

DUET_API_BEGIN
namespace duet {

/// Names the allocations that the calling thread makes from pools while it exists, for
/// `MemoryPool::holders` and for the error when memory runs out. Scopes nest.
class MemoryLabel {
 public:
  /// @param label  a string literal or another text that lives until the process ends
  explicit MemoryLabel(const char* label) noexcept;
  MemoryLabel(const MemoryLabel&) = delete;
  MemoryLabel& operator=(const MemoryLabel&) = delete;
  ~MemoryLabel();

 private:
  const char* outer_;
};

/// Limits of a pool.
struct PoolOptions {
  /// Most bytes that the pool takes from the driver; 0: no limit.
  std::size_t max_bytes = 0;
  /// Memory that has not been used for this long goes back to the driver when the pool grows or is
  /// busy, if its stream is idle. Giving it back waits for the device.
  std::chrono::seconds max_idle{60};
};

/// Numbers of a pool, or of one of its streams.
struct PoolStatistics {
  std::size_t used_bytes = 0;           ///< Allocated and not freed, as asked for.
  std::size_t peak_used_bytes = 0;      ///< The most of it since the last `reset_peaks`.
  std::size_t reserved_bytes = 0;       ///< Taken from the driver.
  std::size_t peak_reserved_bytes = 0;  ///< The most of it since the last `reset_peaks`.
  std::size_t largest_free_bytes = 0;   ///< The largest free block.
  std::uint64_t allocations = 0;        ///< Since the pool was made.
  std::uint64_t frees = 0;              ///< Since the pool was made.
  std::uint64_t growths = 0;            ///< Allocations for which the driver was asked.
  std::uint64_t waits = 0;              ///< Times the host waited since memory had run out.
};

/// Memory in use under one label.
struct MemoryHolder {
  std::string label;            ///< "" for allocations without a label.
  std::size_t bytes = 0;        ///< As asked for.
  std::size_t allocations = 0;  ///< Their number.
};

/// duet's stream-ordered pool of device memory. Each stream has blocks of its own: memory that is
/// freed on a stream is given to the stream's next allocation at once, since the stream runs its
/// work in order. Blocks are split and joined. Memory freed on another stream is used again when an
/// event says that its work is done, or after a wait in the allocating stream; the host waits only
/// when memory has run out. A stream need not outlive its memory. In captures of
/// duet::StreamCapture, memory comes from blocks that stay reserved for the graph.
///
/// A stream that duet does not own must not be destroyed while the pool has memory of it: its
/// handle may become another stream's. `forget` tells the pool.
/// The pool must outlive its memory, and the graphs of captures that allocated from it.
/// Thread-safety: all members may be called from any thread; threads that use different streams do
/// not wait for each other.
class MemoryPool final : public MemoryResource {
 public:
  /// Makes an empty pool. Takes no memory yet.
  explicit MemoryPool(const Device& device, const PoolOptions& options = {});
  /// Gives all memory back; waits for the device. Memory in use is left to its owners, and logged.
  ~MemoryPool() override;

  /// The numbers of all streams. The peak of used bytes is exact for one stream,
  /// and to 32 MiB a stream for several.
  PoolStatistics statistics() const;
  /// The numbers of a stream; all 0 for a stream that the pool does not know.
  PoolStatistics statistics(StreamRef stream) const;
  /// Sets all peaks to the present values.
  void reset_peaks();
  /// What is in use, by label, most bytes first.
  std::vector<MemoryHolder> holders() const;
  /// A picture of all segments with their blocks, as SVG.
  std::string svg() const;

  /// Gives free segments back to the driver until the pool has at most `keep_bytes`, as far as
  /// their streams are idle. Giving back waits for the device.
  /// @returns the number of bytes given back
  std::size_t trim(std::size_t keep_bytes = 0);
  /// Sets the most bytes that the pool takes from the driver from now on; 0: no limit.
  void set_max_bytes(std::size_t bytes);
  /// Must be called before a stream that duet does not own is destroyed.
  void forget(StreamRef stream);

 private:
  class State;

  Allocation do_allocate(StreamRef stream, std::size_t bytes) override;
  void do_free(const Allocation& allocation, const StreamRef* stream) noexcept override;

  std::unique_ptr<State> state_;
};

/// The pool of a device that DUET_POOL=duet makes the default resource. Lives until the process
/// ends.
MemoryPool& default_pool(const Device& device);

}  // namespace duet
DUET_API_END
