#pragma once

#include <utility>
#include <vector>

#include "arena.hpp"
#include "driver/open_capture.hpp"

namespace duet::pool {

class PoolState;

/// The memory of a capture, by stream. The graph and its executables keep it alive. When they are
/// gone, the memory is the pool's again.
class CaptureMemory final : public detail::CapturedMemory {
 public:
  explicit CaptureMemory(PoolState& pool) noexcept : pool_(pool) {}
  CaptureMemory(const CaptureMemory&) = delete;
  CaptureMemory& operator=(const CaptureMemory&) = delete;
  ~CaptureMemory() override;

  void capture_ended() noexcept override;
  /// The arena of a stream. @throws std::bad_alloc
  Arena& arena(void* stream);

 private:
  PoolState& pool_;
  std::vector<std::pair<void*, Arena*>> arenas_{};
};

}  // namespace duet::pool
