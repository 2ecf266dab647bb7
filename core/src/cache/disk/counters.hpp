#pragma once

#include <atomic>
#include <cstdint>

#include <duet/cache.hpp>

namespace duet::cache {

/// The counters of CacheStatistics. Thread-safety: all members can be called from any thread.
class Counters {
 public:
  using Count = std::atomic<std::uint64_t>;
  Count memory_hits{0}, disk_hits{0}, misses{0}, stored{0}, bypasses{0}, waits{0}, damaged{0},
      evicted{0}, failures{0}, bytes_read{0}, bytes_written{0};
  std::atomic<double> milliseconds_saved{0};

  CacheStatistics read() const {
    return {.memory_hits = memory_hits,
            .disk_hits = disk_hits,
            .misses = misses,
            .stored = stored,
            .bypasses = bypasses,
            .waits = waits,
            .damaged = damaged,
            .evicted = evicted,
            .failures = failures,
            .bytes_read = bytes_read,
            .bytes_written = bytes_written,
            .milliseconds_saved = milliseconds_saved};
  }
};

}  // namespace duet::cache
