#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include <duet/memory_pool.hpp>

#include "arena.hpp"
#include "driver/device_state.hpp"
#include "events.hpp"

namespace duet::pool {

/// All arenas of a pool. An arena's lock may be held when another arena's is tried, and is not held
/// when the lock of the list of streams is taken.
class PoolState {
 public:
  PoolState(const Device& device, const PoolOptions& options);
  PoolState(const PoolState&) = delete;
  PoolState& operator=(const PoolState&) = delete;
  ~PoolState();

  Allocation allocate(StreamRef stream, std::size_t bytes);
  void free(const Allocation& allocation, const StreamRef* stream) noexcept;

  PoolStatistics statistics() const;
  PoolStatistics statistics(void* stream) const;
  void reset_peaks() noexcept;
  std::vector<MemoryHolder> holders() const;
  std::string svg() const;
  std::size_t trim(std::size_t keep_bytes) noexcept;
  void set_max_bytes(std::size_t bytes) noexcept { max_bytes_ = bytes; }

  const Device& device() const noexcept { return device_; }
  /// Ends the arena of a stream that is about to be destroyed.
  void close(void* stream) noexcept;
  /// Returns a new or an unused arena that belongs to no stream. @throws std::bad_alloc
  Arena& arena_of_capture();

 private:
  struct Recent;

  /// Whether an allocation is this pool's, with its block, and has not been freed.
  bool is_in_use(const Block& block, const Allocation& allocation) const noexcept;
  /// Returns the arena of a stream, locked. @throws std::bad_alloc
  Arena& arena_of(void* stream);
  [[gnu::noinline]] Arena& look_up_arena(void* stream);
  Arena& open_arena(void* stream);
  /// Returns an arena that no stream has, and that is locked. @throws std::bad_alloc
  Arena& unused_arena(void* stream);
  Allocation allocate_in_capture(StreamRef stream, Request request);
  /// Allocates after the pending blocks whose work is done have been freed, else by growing.
  /// Unlocks the arena, which is locked.
  [[gnu::noinline]] Allocation allocate_from_pending(Arena& arena, Request request);
  /// Frees what the driver allocated; logs what is not in use.
  [[gnu::noinline]] void free_other(const Allocation& allocation,
                                    const StreamRef* stream) const noexcept;
  /// Keeps a freed block of a locked arena until the work of `other` is done, or the device's
  /// if there is no such stream.
  [[gnu::noinline]] void free_later(Arena& arena, Block& block, const StreamRef* other) noexcept;

  // Growth: each needs the arena's lock unless it says otherwise.
  Block& grow(Arena& arena, std::unique_lock<BriefMutex>& lock, const Request& request);
  /// Lets the stream wait for its pending blocks, and frees them.
  void wait_in_stream(Arena& arena) noexcept;
  /// Moves a free segment of another arena whose work is done.
  bool take_over_segment(Arena& arena, std::size_t bytes);
  /// Asks the driver. @returns false if it has too little memory, or the limit is reached
  bool add_segment(Arena& arena, std::size_t bytes);
  /// Asks the driver in the way that wastes least. @returns as `add_segment`
  bool ask_driver(Arena& arena, std::size_t bytes);
  /// Maps memory to addresses so that a free block has `bytes`. @returns as `add_segment`; false,
  /// too, if the device has no such memory
  bool map_more(Arena& arena, std::size_t bytes);
  bool map_piece(Arena& arena, const Heap::Place& place);
  bool add_addresses(Arena& arena);
  /// Unmaps the whole pieces of a free block.
  void unmap(Arena& arena, Block& block) noexcept;
  /// Releases a segment that is wholly free and that no work uses.
  void release(Arena& arena, Segment& segment) noexcept;
  /// Gives back what is free and for which `condition(block, frees)` returns true.
  template <typename Condition>
  void release_free(Arena& arena, const Condition& condition) noexcept;
  /// Releases the free segments of arenas whose work is done. No arena is locked.
  void release_idle(std::size_t keep_bytes) noexcept;
  /// Waits for the device, and frees what was pending. No arena is locked.
  void wait_for_device() noexcept;
  void release_aged(Arena& arena) noexcept;
  /// Whether all frees up to a count are done on the device, without waiting.
  bool are_done(Arena& arena, std::uint64_t frees) noexcept;
  bool may_grow(std::size_t bytes) noexcept;
  [[noreturn]] void throw_exhausted(const Request& request) const;

  template <typename Visit>
  void for_each_arena(const Visit& visit) const {
    for (Arena* arena = first_.load(std::memory_order_acquire); arena != nullptr;
         arena = arena->next) {
      visit(*arena);
    }
  }

  Device device_;
  const Driver& driver_;
  std::uint64_t number_ = 0;  ///< of this pool; no other one has it
  std::atomic<std::size_t> max_bytes_;
  std::chrono::seconds max_idle_;
  std::size_t unit_;  ///< of mapped memory; 0: the device has none
  Totals totals_{};
  Events events_{};
  std::atomic<Arena*> first_{nullptr};
  std::mutex streams_mutex_{};
  std::unordered_map<void*, Arena*> streams_{};
};

}  // namespace duet::pool
