#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "flat_list.hpp"

namespace duet::detail {

/// Which operations of a batch come before which, so that an edge that others imply can be dropped.
///
/// Operations are spread over lanes, chains in which each comes before the next; of every operation
/// it is known how far down each lane the operations before it reach (the vector clocks of Fidge
/// and Mattern, 1988). There is a fixed number of lanes, so that an operation costs the same in a
/// batch of any size. One that finds no lane, in a batch in which more than that many run side by
/// side, keeps all edges to it, which is right too.
/// Thread-safety: none.
class Ancestry {
 public:
  /// Forgets all operations.
  void clear() noexcept;

  /// Adds an operation, whose number is how many were added before.
  /// @param before  operations that it follows, in any order, with repeats. Afterwards without
  /// those
  ///                that another one follows anyway, ascending.
  void add(std::vector<std::uint32_t>& before);

 private:
  static constexpr std::size_t lanes = 16;
  static constexpr std::uint32_t no_lane = lanes;
  using Clock = std::array<std::uint32_t, lanes>;

  struct Operation {
    Clock reached;        ///< in each lane, itself included
    std::uint32_t place;  ///< in its own, counted from 1
    std::uint32_t lane;
  };

  void reduce(std::vector<std::uint32_t>& before, Clock& reached) const;
  static void merge(Clock& into, const Clock& other) noexcept;

  FlatList<Operation> operations_{};
  Clock length_{};  ///< of each lane
};

}  // namespace duet::detail
