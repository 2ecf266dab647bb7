#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <duet/access.hpp>

#include "ancestry.hpp"
#include "hazards.hpp"
#include "replay_log.hpp"

namespace duet::detail {

/// The order in which the operations of a batch must run. They are numbered from 0 as they are
/// added.
///
/// Programs often submit the same batch again: as long as the operations have the same accesses as
/// those of the previous batch, their edges are read from a log instead of being computed.
/// Thread-safety: none.
class Order {
 public:
  using Accesses = std::span<const Access>;
  using Operations = std::vector<std::uint32_t>;
  /// Edges in ascending order, without implied ones. Valid until the next call.
  using Edges = std::span<const std::uint32_t>;

  /// Forgets all operations. An open group stays open.
  void next_batch() noexcept;

  /// Removes the operations from index `size` on, after which the order may be incomplete.
  void truncate(std::uint32_t size) noexcept;
  /// Whether an operation was removed or a member has thrown: only `next_batch` may follow.
  bool is_incomplete() const noexcept { return is_incomplete_; }

  /// Adds an operation. @returns the operations that it must follow
  Edges add(Accesses accesses);
  // A caller that keeps the edges of the operations in a version of the log need not ask for them
  // again as long as the same operations are added.
  std::uint64_t log_version() const noexcept { return log_.version(); }
  /// The number of operations at the beginning of the batch that are in the log.
  std::uint32_t logged() const noexcept { return std::min(count_, log_.size()); }
  /// Whether all operations so far are those of this version.
  bool repeats(std::uint64_t version) const noexcept {
    return is_repeated_ && log_.version() == version;
  }
  /// Adds the operation that comes next in the log.
  void repeat() noexcept { ++count_; }

  // For operations whose order does not follow from their own accesses: first collect what the next
  // operation follows, then add it.
  void collect(Accesses accesses);
  /// Collects all operations since the last barrier.
  void collect_all();
  void collect_these(Operations operations);
  const Operations& collected() const noexcept { return before_; }
  /// Adds an operation that follows the collected ones. @returns them without implied ones
  Edges add_collected();
  /// Adds operations to the users of memory without ordering them.
  /// @param together  whether they use it independently of each other, as in a group
  void record(Accesses accesses, const Operations& operations, bool together);
  /// All later operations follow these, which themselves follow everything before.
  void set_barrier(Operations operations);

  /// Operations added before `end_group` are independent of each other. Groups can be nested.
  void begin_group();
  /// @returns whether the group contained a barrier, so that all later operations must follow it
  bool end_group() noexcept;
  bool in_group() const noexcept { return groups_ != 0; }

 private:
  template <typename Function>
  auto guarded(Function function);
  void begin_collecting();
  void compute(Accesses accesses);
  void depart_from_log();
  void leave_log();

  std::uint32_t count_ = 0;
  Hazards hazards_{};
  Ancestry ancestry_{};
  Operations before_{};            ///< edges of the operation that is being added
  Operations after_barrier_{};     ///< the operations that every later one follows
  std::uint32_t barrier_end_ = 0;  ///< the number of operations before the barrier
  int groups_ = 0;
  std::uint32_t group_begin_ = 0;
  bool group_has_barrier_ = false;
  bool is_incomplete_ = false;

  ReplayLog log_{};          ///< this batch's operations so far, then the previous batch's
  bool is_logged_ = true;    ///< whether all operations of this batch are in the log
  bool is_repeated_ = true;  ///< equal to the log so far; `hazards_` and `ancestry_` are empty
};

}  // namespace duet::detail
