#include "pool_state.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/log.hpp"
#include "capture_memory.hpp"
#include "driver/destruction.hpp"
#include "label.hpp"

namespace duet::pool {

namespace {

vendor::StreamHandle native(void* stream) { return static_cast<vendor::StreamHandle>(stream); }

/// All pools of this process. Never destroyed.
struct PoolList {
  static PoolList& instance() {
    static PoolList& list = *new PoolList;
    return list;
  }
  std::mutex mutex{};
  std::vector<PoolState*> pools{};
  std::uint64_t made = 0;
};

void close_in_pools(const Device& device, void* stream) noexcept {
  PoolList& list = PoolList::instance();
  const std::lock_guard lock(list.mutex);
  for (PoolState* const pool : list.pools) {
    if (pool->device() == device) pool->close(stream);
  }
}

std::uint64_t enter_list(PoolState* pool) {
  PoolList& list = PoolList::instance();
  const std::lock_guard lock(list.mutex);
  detail::set_stream_end_hook(close_in_pools);
  list.pools.push_back(pool);
  return ++list.made;
}

/// Marks the tokens of allocations that the driver makes as nodes of a graph.
constexpr std::uintptr_t driver_mark = 1;

bool is_of_driver(const Allocation& allocation) noexcept {
  return (reinterpret_cast<std::uintptr_t>(allocation.token) & driver_mark) != 0;
}
void* marked(void* stream) noexcept {
  return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(stream) | driver_mark);
}
void* unmarked(void* token) noexcept {
  return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(token) & ~driver_mark);
}

Allocation allocation_of(const Block& block) noexcept {
  return {block.address, block.asked, const_cast<Block*>(&block)};
}

[[noreturn, gnu::noinline]] void throw_too_large(std::size_t bytes) {
  throw Error(ErrorCode::out_of_memory,
              fmt::format("{} bytes are more than any device has", bytes));
}

/// Keeps an arena whose memory is still referred to although its pool is gone.
void keep_lost(Arena& arena) noexcept {
  static Arena* lost = nullptr;
  PoolList& list = PoolList::instance();
  const std::lock_guard lock(list.mutex);
  arena.next = std::exchange(lost, &arena);
}

}  // namespace

/// The arenas that this thread used last.
struct alignas(32) PoolState::Recent {
  std::uint64_t pool = 0;
  void* stream = nullptr;
  Arena* arena = nullptr;

  static Recent& of(std::uint64_t pool, void* stream) noexcept {
    thread_local std::array<Recent, 16> recent{};
    const std::uint64_t mixed =
        (reinterpret_cast<std::uintptr_t>(stream) + pool) * 0x9e3779b97f4a7c15ULL;
    return recent[mixed >> 60];
  }
};

PoolState::PoolState(const Device& device, const PoolOptions& options)
    : device_(device),
      driver_(driver()),
      max_bytes_(options.max_bytes),
      max_idle_(options.max_idle),
      unit_(vendor::virtual_memory_unit(device.state().handle)) {
  number_ = enter_list(this);  // from now on other threads end streams here
}

PoolState::~PoolState() {
  {
    PoolList& list = PoolList::instance();
    const std::lock_guard lock(list.mutex);
    std::erase(list.pools, this);
  }
  (void)try_make_current(device_.state());
  // When the driver frees memory it waits for the device itself, when it unmaps memory it does not.
  bool has_waited = false;
  const auto release_after_work = [&](std::unique_ptr<detail::AddressRange> range) {
    if (!has_waited) has_waited = detail::has_ended(driver_table().device_synchronize());
    if (has_waited) return;
    vendor::clear_pending_error();
    detail::keep_waiting_leftover(device_.state(), [kept = range.release()] {
      if (!detail::has_ended(driver_table().device_synchronize())) return false;
      delete kept;
      return true;
    });
  };
  std::size_t left = 0;
  for (Arena *arena = first_, *next = nullptr; arena != nullptr; arena = next) {
    next = arena->next;
    std::size_t used = arena->statistics().used_bytes;
    left += used;
    arena->free_pending([](const Block&) { return true; },
                        [&](vendor::EventHandle event) { events_.keep(event); });
    arena->for_each_segment([&](Segment& segment) {
      if (!segment.is_free()) return;
      if (segment.range == nullptr) return release(*arena, segment);
      const std::unique_ptr<Segment> gone(&segment);
      arena->remove(segment);
      release_after_work(std::move(gone->range));
    });
    for (const vendor::EventHandle event : {arena->ended, arena->marker}) {
      if (event != vendor::EventHandle{}) events_.keep(event);
    }
    if (used == 0) {
      delete arena;
    } else {
      keep_lost(*arena);
    }
  }
  if (left != 0) {
    log(LogLevel::error,
        "a MemoryPool was destroyed while {} bytes of its memory were in use; they are lost", left);
  }
}

Arena& PoolState::unused_arena(void* stream) {
  Arena* found = nullptr;
  for_each_arena([&](Arena& arena) {
    if (found != nullptr || !arena.mutex.try_lock()) return;
    // An arena whose stream still had work is left alone, so that no stream waits for it.
    const bool fits = arena.owner == Owner::none && !arena.is_end_unknown &&
                      (arena.ended == vendor::EventHandle{} || Events::is_reached(arena.ended));
    if (!fits) return arena.mutex.unlock();
    found = &arena;
  });
  if (found == nullptr) {
    found = new Arena(totals_);
    found->mutex.lock();
    found->next = first_.load();
    while (!first_.compare_exchange_weak(found->next, found, std::memory_order_release)) {
    }
  }
  if (found->ended != vendor::EventHandle{}) events_.keep(std::exchange(found->ended, {}));
  found->stream = stream;
  return *found;
}

Arena& PoolState::arena_of_capture() {
  Arena& arena = unused_arena(nullptr);
  arena.owner = Owner::capture;
  arena.mutex.unlock();
  return arena;
}

Arena& PoolState::open_arena(void* stream) {
  const std::lock_guard lock(streams_mutex_);
  Arena*& entry = streams_[stream];
  if (entry == nullptr) {
    try {
      entry = &unused_arena(stream);
    } catch (...) {
      streams_.erase(stream);
      throw;
    }
    entry->owner = Owner::stream;
    entry->mutex.unlock();
  }
  return *entry;
}

inline Arena& PoolState::arena_of(void* stream) {
  const Recent& recent = Recent::of(number_, stream);
  if (recent.pool == number_ && recent.stream == stream) [[likely]] {
    recent.arena->mutex.lock();
    if (recent.arena->belongs_to(stream)) [[likely]] {
      return *recent.arena;
    }
    recent.arena->mutex.unlock();
  }
  return look_up_arena(stream);
}

Arena& PoolState::look_up_arena(void* stream) {
  Recent& recent = Recent::of(number_, stream);
  for (;;) {
    Arena& arena = open_arena(stream);
    arena.mutex.lock();
    recent = {number_, stream, &arena};
    if (arena.belongs_to(stream)) return arena;
    arena.mutex.unlock();
  }
}

void PoolState::close(void* stream) noexcept {
  const std::lock_guard streams_lock(streams_mutex_);
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return;
  Arena& arena = *found->second;
  streams_.erase(found);
  const std::lock_guard lock(arena.mutex);
  wait_in_stream(arena);
  arena.ended = events_.record(native(stream));
  arena.is_end_unknown = arena.ended == vendor::EventHandle{};
  arena.owner = Owner::none;
  if (arena.marker != vendor::EventHandle{}) events_.keep(std::exchange(arena.marker, {}));
}

Allocation PoolState::allocate_in_capture(StreamRef stream, Request request) {
  make_current(device_);
  detail::OpenCapture* const capture = detail::newest_capture();
  if (capture == nullptr) {
    Allocation allocation = driver_pool_resource(device_).allocate(stream, request.asked);
    allocation.token = marked(stream.handle());
    return allocation;
  }
  auto& memory = capture->memory;
  auto found = std::ranges::find(memory, this, [](const auto& entry) { return entry.first; });
  if (found == memory.end()) {
    memory.emplace_back(this, std::make_shared<CaptureMemory>(*this));
    found = memory.end() - 1;
  }
  Arena& arena = static_cast<CaptureMemory&>(*found->second).arena(stream.handle());
  std::unique_lock lock(arena.mutex);
  const Block* const block = arena.take(request);
  return allocation_of(block != nullptr ? *block : grow(arena, lock, request));
}

[[gnu::hot]] Allocation PoolState::allocate(StreamRef stream, std::size_t bytes) {
  if (bytes > std::size_t{1} << 62) [[unlikely]] {
    throw_too_large(bytes);
  }
  const Request request{.asked = bytes,
                        .bytes = (bytes + block_unit - 1) & ~(block_unit - 1),
                        .label = innermost_label};
  // The default stream is the current device's. Queries of others need no current device, and
  // making it current would take a third of the time of an allocation.
  if (stream.handle() == nullptr) make_current(device_);
  if (detail::is_captured(driver_, stream.handle())) [[unlikely]] {
    return allocate_in_capture(stream, request);
  }
  Arena& arena = arena_of(stream.handle());
  std::unique_lock lock(arena.mutex, std::adopt_lock);
  if (!arena.has_pending()) [[likely]] {
    if (const Block* const block = arena.take(request)) [[likely]] {
      return allocation_of(*block);
    }
  }
  (void)lock.release();
  return allocate_from_pending(arena, request);
}

Allocation PoolState::allocate_from_pending(Arena& arena, Request request) {
  std::unique_lock lock(arena.mutex, std::adopt_lock);
  arena.free_pending(
      [](const Block& block) {
        return block.event != vendor::EventHandle{} && Events::is_reached(block.event);
      },
      [&](auto event) { events_.keep(event); });
  const Block* const block = arena.take(request);
  return allocation_of(block != nullptr ? *block : grow(arena, lock, request));
}

inline bool PoolState::is_in_use(const Block& block, const Allocation& allocation) const noexcept {
  return block.heap != nullptr && block.address == allocation.data &&
         block.state == Block::State::used && block.heap->arena().counts_in(totals_);
}

void PoolState::free_other(const Allocation& allocation, const StreamRef* stream) const noexcept {
  if (!is_of_driver(allocation)) {
    return log(LogLevel::error, "memory at {} is freed twice, or is not of this pool",
               allocation.data);
  }
  MemoryResource& driver = driver_pool_resource(device_);
  const Allocation own{allocation.data, allocation.bytes, unmarked(allocation.token)};
  return stream == nullptr ? driver.free(own) : driver.free(own, *stream);
}

[[gnu::hot]] void PoolState::free(const Allocation& allocation, const StreamRef* stream) noexcept {
  auto* const token = static_cast<Block*>(allocation.token);
  if (token == nullptr || is_of_driver(allocation) || !is_in_use(*token, allocation)) [[unlikely]] {
    return free_other(allocation, stream);
  }
  Block& block = *token;
  Arena& arena = block.heap->arena();
  const std::lock_guard lock(arena.mutex);
  arena.mark_freed(block);
  const bool is_in_order = stream == nullptr || arena.belongs_to(stream->handle());
  const bool may_be_used_again =
      arena.owner == Owner::stream || arena.owner == Owner::capture || !arena.is_end_unknown;
  if (!is_in_order || arena.owner == Owner::graph || !may_be_used_again) [[unlikely]] {
    return free_later(arena, block, is_in_order ? nullptr : stream);
  }
  arena.give_back(block);
  constexpr std::uint64_t rare = 1024;
  if (arena.frees() % rare == 0) [[unlikely]] {
    release_aged(arena);
  }
}

void PoolState::free_later(Arena& arena, Block& block, const StreamRef* other) noexcept {
  const bool is_of_graph = arena.owner == Owner::capture || arena.owner == Owner::graph;
  if (other != nullptr && !is_of_graph && try_make_current(device_.state())) {
    vendor::CaptureStatus status{};
    const vendor::StreamHandle stream = native(other->handle());
    if (driver_.stream_is_capturing(stream, &status) == vendor::success &&
        status == vendor::not_capturing) {
      block.event = events_.record(stream);
    }
  }
  arena.keep_pending(block);
}

}  // namespace duet::pool
