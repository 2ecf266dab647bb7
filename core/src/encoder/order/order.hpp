#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <duet/access.hpp>

#include "ancestry.hpp"
#include "hazards.hpp"
#include "replay_log.hpp"

namespace duet::detail {

/// In which order the operations of a batch must run. They are numbered as they are added, from 0.
///
/// Programs repeat themselves: as long as a batch uses the same memory as the batch before did,
/// operation by operation, the order is the same and is only read again.
/// Thread-safety: none.
class Order {
 public:
  using Accesses = std::span<const Access>;
  using Operations = std::vector<std::uint32_t>;
  /// Ascending, without those that others imply. Until the next call.
  using Edges = std::span<const std::uint32_t>;

  /// Forgets all operations, but no group that is open.
  void next_batch();

  /// Adds the operation that comes next. @returns what it must follow
  Edges add(Accesses accesses);

  // Where it is not one operation that uses the memory, or not the memory decides. What the next
  // one follows is collected first.
  void collect(Accesses accesses);
  /// Everything before.
  void collect_all();
  void collect_these(Operations operations);
  const Operations& collected() const noexcept { return before_; }
  /// @returns what was collected, without what is implied
  Edges add_collected();
  /// Lets operations that come later follow these where they use the same memory.
  /// @param together  whether they are one user of it, as if they were in a group
  void record(Accesses accesses, const Operations& by, bool together);
  /// Lets all later ones follow these, which follow everything before.
  void set_barrier(Operations operations);

  /// Operations that are added follow nothing from the group, until it ends. May be nested.
  void begin_group();
  /// @returns whether there was a barrier in it, so that all later ones must follow the group
  bool end_group() noexcept;
  bool in_group() const noexcept { return groups_ != 0; }

 private:
  void begin_collecting();
  void compute(Accesses accesses);
  void depart_from_log();
  void leave_log();

  std::uint32_t count_ = 0;
  Hazards hazards_{};
  Ancestry ancestry_{};
  Operations before_{};            ///< of the operation that is being added
  Operations after_barrier_{};     ///< what every later operation follows
  std::uint32_t barrier_end_ = 0;  ///< the number of operations that come before those
  int groups_ = 0;
  std::uint32_t group_begin_ = 0;
  bool group_has_barrier_ = false;

  ReplayLog log_{};          ///< of this batch so far, and behind it of the one before
  bool is_logged_ = true;    ///< whether all operations of this batch are in it
  bool is_repeated_ = true;  ///< so far; then neither `hazards_` nor `ancestry_` know of them
};

}  // namespace duet::detail
