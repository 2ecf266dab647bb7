#pragma once

#include <cstddef>
#include <deque>

#include <duet/event.hpp>
#include <duet/stream.hpp>

namespace duet::detail {

/// Limits how many batches of a stream are submitted and have not ended.
/// Thread-safety: none.
class BatchLimit {
 public:
  /// @param limit  at least 1; SIZE_MAX: no limit, and the other members do nothing
  explicit BatchLimit(std::size_t limit) : limit_(limit) {}

  /// Blocks until another batch may be submitted.
  void wait() noexcept;
  /// Counts the work that was submitted to the stream since the last call as a batch.
  /// @throws Error  reported by the driver; the batch is not counted
  void add(StreamRef stream);

 private:
  std::size_t limit_;
  std::deque<Event> running_{};  ///< one at the end of each batch, the oldest first
};

}  // namespace duet::detail
