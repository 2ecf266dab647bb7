// How a pool gets memory that its free blocks do not have.

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <duet/relaxed_captures.hpp>

#include "base/extent_text.hpp"
#include "driver/destruction.hpp"
#include "driver/open_capture.hpp"
#include "pool_state.hpp"

namespace duet::pool {

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::size_t rounded(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Memory is mapped in pieces of at most this size, so that parts can be unmapped.
constexpr std::size_t piece_bytes = 32 * mebibyte;

/// Without mapped memory small requests share segments of 2 MiB, larger ones of 20 MiB; others have
/// their own.
std::size_t segment_bytes(std::size_t bytes) {
  if (bytes < large_bytes) return small_segment_bytes;
  return bytes < 10 * mebibyte ? 20 * mebibyte : rounded(bytes, 2 * mebibyte);
}

std::uint32_t seconds_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  return static_cast<std::uint32_t>(seconds + 1);
}

}  // namespace

bool PoolState::may_grow(std::size_t bytes) noexcept {
  const std::size_t most = max_bytes_;
  std::size_t before = totals_.reserved;
  do {
    if (most != 0 && (bytes > most || before > most - bytes)) return false;
  } while (!totals_.reserved.compare_exchange_weak(before, before + bytes));
  raise(totals_.peak_reserved, before + bytes);
  return true;
}

bool PoolState::add_segment(Arena& arena, std::size_t bytes) {
  auto segment = std::make_unique<Segment>();
  const RelaxedCaptures relaxed;
  relaxed.require();
  if (!may_grow(bytes)) return false;
  vendor::Address address{};
  const vendor::Status status = driver().memory_allocate(&address, bytes);
  if (status != vendor::success) {
    totals_.reserved -= bytes;
    vendor::clear_pending_error();
    if (vendor::classify(status) == ErrorCode::out_of_memory) return false;
    throw_failed_call(status, DUET_CALL_SITE(DriverNames, memory_allocate, "bytes"));
  }
  segment->begin = static_cast<std::byte*>(vendor::to_pointer(address));
  segment->bytes = bytes;
  try {
    arena.add(*segment);
  } catch (...) {
    totals_.reserved -= bytes;
    log_failed_call(driver_table().memory_free(address), "freeing memory");
    throw;
  }
  (void)segment.release();
  ++arena.growths;
  return true;
}

bool PoolState::add_addresses(Arena& arena) {
  auto segment = std::make_unique<Segment>();
  const RelaxedCaptures relaxed;
  relaxed.require();
  segment->range = detail::AddressRange::reserve(device_, device_.info().total_memory, unit_);
  if (segment->range == nullptr) return false;
  segment->begin = segment->range->begin();
  segment->bytes = segment->range->bytes();
  arena.add(*segment);
  (void)segment.release();
  return true;
}

bool PoolState::map_more(Arena& arena, std::size_t bytes) {
  // A range has addresses for all of the device's memory, so a new one always has a place.
  if (unit_ == 0 || bytes < large_bytes || bytes > device_.info().total_memory) return false;
  Heap& heap = arena.large();
  // Some more than is missing, so that the driver is seldom asked.
  for (const std::size_t more : {std::min(totals_.reserved / 32, piece_bytes), std::size_t{0}}) {
    while (heap.largest() < bytes) {
      Heap::Place place = heap.place_for(bytes, unit_);
      if (place.block == nullptr) {
        if (!add_addresses(arena)) return false;
        continue;
      }
      const std::size_t wanted = std::max(place.bytes, rounded(more, unit_));
      place.bytes = std::min({place.block->bytes, wanted, piece_bytes});
      if (!map_piece(arena, place)) break;
    }
    if (heap.largest() >= bytes) {
      ++arena.growths;
      return true;
    }
  }
  return false;
}

bool PoolState::map_piece(Arena& arena, const Heap::Place& place) {
  const RelaxedCaptures relaxed;
  relaxed.require();
  if (!may_grow(place.bytes)) return false;
  detail::AddressRange& range = *place.block->segment->range;
  try {
    if (arena.large().fill(place, [&](std::byte* at) { return range.map(at, place.bytes); })) {
      return true;
    }
    totals_.reserved -= place.bytes;
    return false;
  } catch (...) {
    totals_.reserved -= place.bytes;
    throw;
  }
}

bool PoolState::ask_driver(Arena& arena, std::size_t bytes) {
  return map_more(arena, bytes) || add_segment(arena, segment_bytes(bytes));
}

void PoolState::release(Arena& arena, Segment& segment) noexcept {
  std::unique_ptr<Segment> gone(&segment);
  arena.remove(segment);
  totals_.reserved -= segment.memory_bytes();
  if (segment.range != nullptr) {
    const RelaxedCaptures relaxed;
    return gone.reset();
  }
  const auto free = [address = vendor::to_address(segment.begin)] {
    const RelaxedCaptures relaxed;
    if (!relaxed.are_set()) return false;  // HIP never ends a capture that this would disturb
    log_failed_call(driver_table().memory_free(address), "freeing memory");
    return true;
  };
  if (!free()) detail::keep_waiting_leftover(device_.state(), free);
}

void PoolState::unmap(Arena& arena, Block& block) noexcept {
  detail::AddressRange& range = *block.segment->range;
  const auto pieces = range.whole_pieces(block.address, block.address + block.bytes);
  if (pieces.begin == pieces.end) return;
  const RelaxedCaptures relaxed;
  if (!arena.large().empty(block, pieces.begin, pieces.end)) return;
  range.unmap(pieces);
  totals_.reserved -= static_cast<std::size_t>(pieces.end - pieces.begin);
}

template <typename Condition>
void PoolState::release_free(Arena& arena, const Condition& condition) noexcept {
  arena.for_each_segment([&](Segment& segment) {
    if (segment.range == nullptr) {
      if (segment.is_free() && condition(*segment.first, segment.freed_at)) release(arena, segment);
      return;
    }
    for (Block *block = segment.first, *next = nullptr; block != nullptr; block = next) {
      next = block->after;
      while (next != nullptr && next->state == Block::State::absent) next = next->after;
      if (block->state == Block::State::free && condition(*block, block->freed_at)) {
        unmap(arena, *block);
      }
    }
  });
}

void PoolState::wait_in_stream(Arena& arena) noexcept {
  const auto stream = static_cast<vendor::StreamHandle>(arena.stream);
  arena.free_pending(
      [&](const Block& block) {
        if (block.event == vendor::EventHandle{}) return false;
        const vendor::Status status = driver_table().stream_wait_event(stream, block.event, 0);
        if (status == vendor::success) return true;
        vendor::clear_pending_error();
        return false;
      },
      [&](vendor::EventHandle event) { events_.keep(event); });
}

bool PoolState::are_done(Arena& arena, std::uint64_t frees) noexcept {
  if (arena.owner == Owner::none) {
    return arena.ended == vendor::EventHandle{} ? !arena.is_end_unknown
                                                : Events::is_reached(arena.ended);
  }
  if (arena.owner != Owner::stream) return false;
  // While this thread captures, or another one this stream, nothing is asked or recorded.
  if (detail::newest_capture() != nullptr) return false;
  const auto stream = static_cast<vendor::StreamHandle>(arena.stream);
  vendor::CaptureStatus capture{};
  if (driver_table().stream_is_capturing(stream, &capture) != vendor::success) {
    vendor::clear_pending_error();
    return false;
  }
  if (capture != vendor::not_capturing) return false;
  if (arena.marker != vendor::EventHandle{}) {
    if (!Events::is_reached(arena.marker)) return false;
    if (frees <= arena.marked_frees) return true;
    events_.keep(std::exchange(arena.marker, {}));
  }
  const vendor::Status status = driver_table().stream_query(stream);
  if (status == vendor::success) return true;
  vendor::clear_pending_error();
  if (status != vendor::not_ready) return vendor::is_device_lost(status);
  arena.marker = events_.record(stream);
  arena.marked_frees = arena.frees();
  return false;
}

bool PoolState::take_over_segment(Arena& arena, std::size_t bytes) {
  const std::size_t wanted = segment_bytes(bytes);
  bool found = false;
  for_each_arena([&](Arena& other) {
    if (found || &other == &arena || !other.mutex.try_lock()) return;
    const std::lock_guard lock(other.mutex, std::adopt_lock);
    other.for_each_segment([&](Segment& segment) {
      if (found || !segment.is_free()) return;
      const bool fits = segment.range == nullptr
                            ? segment.bytes >= bytes && segment.bytes <= wanted + wanted / 4
                            : bytes >= large_bytes && Heap::largest_of(segment) >= bytes;
      if (!fits || !are_done(other, segment.freed_at)) return;
      other.remove(segment);
      try {
        arena.add(segment);
        found = true;
      } catch (...) {
        other.add(segment);  // has room for what it just had
        throw;
      }
    });
  });
  return found;
}

void PoolState::release_idle(std::size_t keep_bytes) noexcept {
  for_each_arena([&](Arena& arena) {
    const std::lock_guard lock(arena.mutex);
    release_free(arena, [&](const Block&, std::uint64_t frees) {
      return totals_.reserved > keep_bytes && are_done(arena, frees);
    });
  });
}

void PoolState::release_aged(Arena& arena) noexcept {
  const std::uint32_t now = seconds_now();
  if (now - arena.swept_at < max_idle_.count() / 4) return;
  arena.swept_at = now;
  release_free(arena, [&](Block& block, std::uint64_t frees) {
    if (block.idle_since == 0) block.idle_since = now;
    return now - block.idle_since >= max_idle_.count() && try_make_current(device_.state()) &&
           are_done(arena, frees);
  });
}

void PoolState::wait_for_device() noexcept {
  if (detail::newest_capture() != nullptr) return;
  ++totals_.waits;
  // Only what is pending now is known to be done after the wait.
  for_each_arena([&](Arena& arena) {
    const std::lock_guard lock(arena.mutex);
    arena.is_awaited = arena.owner == Owner::none;
    arena.await_pending();
  });
  const vendor::Status status = driver_table().device_synchronize();
  if (status != vendor::success && !vendor::is_device_lost(status)) {
    return vendor::clear_pending_error();
  }
  for_each_arena([&](Arena& arena) {
    const std::lock_guard lock(arena.mutex);
    arena.free_pending(
        [](const Block& block) {
          return block.event == vendor::EventHandle{} ? block.is_awaited
                                                      : Events::is_reached(block.event);
        },
        [&](vendor::EventHandle event) { events_.keep(event); });
    if (arena.owner == Owner::none && arena.is_awaited) arena.is_end_unknown = arena.has_used();
  });
}

std::size_t PoolState::trim(std::size_t keep_bytes) noexcept {
  const std::size_t before = totals_.reserved;
  bool has_unknown = false;
  for_each_arena([&](Arena& arena) {
    const std::lock_guard lock(arena.mutex);
    has_unknown = has_unknown || (arena.owner == Owner::none && arena.is_end_unknown);
  });
  if (has_unknown) wait_for_device();
  release_idle(keep_bytes);
  const std::size_t after = totals_.reserved;
  return before > after ? before - after : 0;
}

Block& PoolState::grow(Arena& arena, std::unique_lock<BriefMutex>& lock, const Request& request) {
  make_current(device_);
  const auto unlocked = [&](const auto& action) {
    lock.unlock();
    action();
    lock.lock();
  };
  if (arena.owner == Owner::stream && arena.has_pending()) {
    wait_in_stream(arena);
    if (Block* const block = arena.take(request)) return *block;
  }
  if (take_over_segment(arena, request.bytes) || ask_driver(arena, request.bytes)) {
    if (Block* const block = arena.take(request)) return *block;
  }
  // The driver has too little memory, or the pool may not take more.
  unlocked([&] { release_idle(0); });
  if (ask_driver(arena, request.bytes)) {
    if (Block* const block = arena.take(request)) return *block;
  }
  unlocked([&] {
    wait_for_device();
    release_idle(0);
  });
  if (Block* const block = arena.take(request)) return *block;
  if (ask_driver(arena, request.bytes)) {
    if (Block* const block = arena.take(request)) return *block;
  }
  if (Block* const block = arena.take_any(request)) return *block;
  if (add_segment(arena, request.bytes)) {
    if (Block* const block = arena.take_any(request)) return *block;
  }
  lock.unlock();
  throw_exhausted(request);
}

}  // namespace duet::pool
