#include "capture_memory.hpp"

#include "pool_state.hpp"

namespace duet::pool {

CaptureMemory::~CaptureMemory() {
  for (const auto& [stream, arena] : arenas_) {
    const std::lock_guard lock(arena->mutex);
    // Launches of the graph may still run, on any stream.
    arena->owner = Owner::none;
    arena->is_end_unknown = true;
  }
}

void CaptureMemory::capture_ended() noexcept {
  for (const auto& [stream, arena] : arenas_) {
    const std::lock_guard lock(arena->mutex);
    if (arena->owner == Owner::capture) arena->owner = Owner::graph;
  }
}

Arena& CaptureMemory::arena(void* stream) {
  for (const auto& [known, arena] : arenas_) {
    if (known == stream) return *arena;
  }
  arenas_.reserve(arenas_.size() + 1);
  Arena& arena = pool_.arena_of_capture();
  arenas_.emplace_back(stream, &arena);
  return arena;
}

}  // namespace duet::pool
