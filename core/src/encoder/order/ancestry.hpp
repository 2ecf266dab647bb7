#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "flat_list.hpp"

namespace duet::detail {

/// The transitive order of a batch's operations. It drops edges that other edges imply.
///
/// Operations are assigned to lanes: chains in which each follows the one before. Each operation
/// has a vector clock (Fidge and Mattern, 1988): the position in each lane up to which it follows.
/// The number of lanes is fixed, so an operation costs the same in a batch of any size. In a batch
/// with more parallel operations than lanes, some operations get no lane; edges to these are never
/// dropped, which is redundant but correct.
/// Thread-safety: none.
class Ancestry {
 public:
  /// Forgets all operations.
  void clear() noexcept;

  /// Adds an operation. Operations are numbered from 0 in the order in which they are added.
  /// @param before  in: operations that it follows, in any order, with repeats; out: the same
  ///                ascending, without those implied by others
  void add(std::vector<std::uint32_t>& before);

 private:
  static constexpr std::size_t lanes = 16;
  static constexpr std::uint32_t no_lane = lanes;
  using Clock = std::array<std::uint32_t, lanes>;

  struct Operation {
    Clock reached;           ///< position in each lane, itself included
    std::uint32_t position;  ///< in its own lane, counted from 1
    std::uint32_t lane;
  };

  void reduce(std::vector<std::uint32_t>& before, Clock& reached) const;
  static void merge(Clock& into, const Clock& other) noexcept;

  FlatList<Operation> operations_{};
  Clock length_{};  ///< of each lane
};

}  // namespace duet::detail
