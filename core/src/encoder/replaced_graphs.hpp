#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <duet/event.hpp>
#include <duet/stream.hpp>

#include "encoder/batch/batch.hpp"

namespace duet::detail {

/// Captured graphs of earlier batches, which runs in flight may still use. They are released one by
/// one on the thread that commits: a driver makes new graphs faster from memory that the same
/// thread has just returned. Thread-safety: none.
class ReplacedGraphs {
 public:
  using Objects = std::vector<std::shared_ptr<const void>>;

  /// Makes room for the captured graphs of a batch. @throws std::bad_alloc
  void reserve(const Batch& batch);
  /// Moves the captured graphs of a batch here, see Batch::move_objects.
  /// @param at_end  out: objects that may be destroyed when the batch has ended; has room for them
  void take(Batch& batch, Objects& at_end) { batch.move_objects(at_end, newest_); }

  /// Releases graphs that no run uses. Call it between batches.
  /// @param count   at most this number; the number that a batch brings keeps the lists short
  /// @param at_end  out: graphs that may be destroyed when all work submitted so far has ended
  /// @throws Error  reported by the driver; the graphs stay
  void release(StreamRef stream, std::size_t count, Objects& at_end);

  std::size_t size() const noexcept { return newest_.size() + waiting_.size() + ended_.size(); }
  /// Moves all graphs. @param to  has room for them
  void move_all(Objects& to) noexcept;

 private:
  Objects newest_{};
  Objects waiting_{};  ///< runs may use them until `event_` has completed
  Objects ended_{};    ///< no run uses them
  Event event_{};      ///< null until needed
};

}  // namespace duet::detail
