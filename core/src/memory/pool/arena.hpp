#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <duet/memory_pool.hpp>

#include "brief_mutex.hpp"
#include "heap.hpp"

namespace duet::pool {

/// What all arenas of a pool count together.
struct Totals {
  std::atomic<std::size_t> reserved{0};
  std::atomic<std::size_t> peak_reserved{0};
  std::atomic<std::int64_t> used{0};  ///< as far as the arenas have told
  std::atomic<std::int64_t> peak_used{0};
  std::atomic<std::uint64_t> waits{0};
};

/// Makes a number at least `value`.
template <typename T>
void raise(std::atomic<T>& most, T value) noexcept {
  T before = most.load(std::memory_order_relaxed);
  while (before < value && !most.compare_exchange_weak(before, value, std::memory_order_relaxed)) {
  }
}

/// Smaller requests have segments of their own, so that they do not break up large ones.
inline constexpr std::size_t large_bytes = std::size_t{1} << 20;
inline constexpr std::size_t small_segment_bytes = 2 * large_bytes;

/// An allocation that is asked for.
struct Request {
  std::size_t asked;  ///< bytes
  std::size_t bytes;  ///< the same in whole units
  const char* label;
};

/// What allocates from an arena.
enum class Owner : std::uint8_t {
  none,     ///< nothing; a stream or a capture may take it over
  stream,   ///< a stream
  capture,  ///< a capture that is open
  graph     ///< nothing; its memory is kept for the graph of a capture
};

/// The memory of one stream, or of one stream in a capture. Never destroyed before its pool; after
/// its stream has ended, another stream takes it over. All members but `next` need the mutex.
class alignas(64) Arena {
 public:
  explicit Arena(Totals& totals) noexcept : totals_(totals) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() = default;

  /// Takes a free block. @returns null if none is large enough. @throws std::bad_alloc
  Block* take(const Request& request) {
    Block* const block = heap_for(request.bytes).take(request.bytes);
    if (block != nullptr) mark_used(*block, request);
    return block;
  }
  /// The same from all free blocks, for when memory has run out.
  Block* take_any(const Request& request);
  /// Counts a used block as freed. It is given back now or later.
  void mark_freed(const Block& block) noexcept {
    ++frees_;
    used_ -= block.asked;
    if (told_ - static_cast<std::int64_t>(used_) >= untold_bytes) [[unlikely]] {
      tell_totals();
    }
  }
  /// Makes a block free.
  void give_back(Block& block) noexcept { block.heap->give_back(block, frees_); }
  /// Keeps a block until its event has been reached; without an event, until the device has been
  /// waited for.
  void keep_pending(Block& block) noexcept;

  /// Marks the pending blocks: the device is going to be waited for.
  void await_pending() noexcept;
  /// Gives back the pending blocks for which `is_done(block)` returns true.
  /// @param keep_event  called with each event that is no longer needed
  template <typename IsDone, typename KeepEvent>
  void free_pending(const IsDone& is_done, const KeepEvent& keep_event) noexcept;

  /// Adds a segment. @throws std::bad_alloc, and adds nothing
  void add(Segment& segment) {
    (segment.bytes <= small_segment_bytes ? small_ : large_).add(segment);
  }
  /// The heap of requests of `large_bytes` and more. All its free blocks are joined.
  Heap& large() noexcept {
    large_.settle();
    return large_;
  }
  /// Removes a segment that is wholly free.
  void remove(Segment& segment) noexcept { segment.first->heap->remove(segment); }
  /// Calls visit(segment) for each segment, whose free blocks are joined. `visit` may remove it.
  template <typename Visit>
  void for_each_segment(const Visit& visit) {
    for (Heap* const heap : {&small_, &large_}) {
      heap->settle();
      for (Segment *segment = heap->segments(), *next = nullptr; segment != nullptr;
           segment = next) {
        next = segment->next;
        visit(*segment);
      }
    }
  }
  /// The numbers, without those of the driver's memory.
  PoolStatistics statistics() noexcept;
  void reset_peak() noexcept { peak_used_ = used_; }

  mutable BriefMutex mutex{};
  Owner owner = Owner::none;
  bool is_end_unknown = false;     ///< no owner: no event tells it, only a wait for the device
  bool is_awaited = false;         ///< had no owner when a wait for the device began
  void* stream = nullptr;          ///< of Owner::stream
  Arena* next = nullptr;           ///< the pool's next arena
  vendor::EventHandle ended{};     ///< no owner: after which all its free memory may be used
  vendor::EventHandle marker{};    ///< in the stream, for `marked_frees`
  std::uint64_t marked_frees = 0;  ///< frees before the marker was recorded
  std::uint64_t growths = 0;
  std::uint32_t swept_at = 0;  ///< seconds: when aged memory was looked for last

  bool belongs_to(const void* other) const noexcept {
    return owner == Owner::stream && stream == other;
  }
  bool counts_in(const Totals& totals) const noexcept { return &totals_ == &totals; }
  bool has_used() const noexcept { return used_ != 0; }
  bool has_pending() const noexcept { return pending_ != nullptr; }
  std::uint64_t frees() const noexcept { return frees_; }

 private:
  /// Changes of the used bytes that the totals are not told.
  static constexpr std::int64_t untold_bytes = std::int64_t{32} << 20;

  Heap& heap_for(std::size_t bytes) noexcept { return bytes < large_bytes ? small_ : large_; }
  void mark_used(Block& block, const Request& request) noexcept {
    block.asked = request.asked;
    block.label = request.label;
    ++allocations_;
    used_ += request.asked;
    if (used_ > peak_used_) peak_used_ = used_;
    if (static_cast<std::int64_t>(used_) - told_ >= untold_bytes) [[unlikely]] {
      tell_totals();
    }
  }
  void tell_totals() noexcept;
  void unlink(Block& block) noexcept;

  // All allocations and frees need these, in one line of the cache.
  Totals& totals_;
  Block* pending_ = nullptr;  ///< list
  std::size_t used_ = 0;
  std::size_t peak_used_ = 0;
  std::int64_t told_ = 0;
  std::uint64_t allocations_ = 0;
  std::uint64_t frees_ = 0;

  Nodes<Block> blocks_{};
  Heap small_{*this, blocks_};
  Heap large_{*this, blocks_};
};

template <typename IsDone, typename KeepEvent>
void Arena::free_pending(const IsDone& is_done, const KeepEvent& keep_event) noexcept {
  for (Block *block = pending_, *next = nullptr; block != nullptr; block = next) {
    next = block->next;
    if (!is_done(*block)) continue;
    unlink(*block);
    if (block->event != vendor::EventHandle{}) keep_event(std::exchange(block->event, {}));
    give_back(*block);
  }
}

}  // namespace duet::pool
