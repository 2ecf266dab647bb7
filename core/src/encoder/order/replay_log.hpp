#pragma once

#include <cstdint>
#include <span>

#include <duet/access.hpp>

#include "flat_list.hpp"

namespace duet::detail {

/// The accesses and edges of a batch's operations, in their order.
class ReplayLog {
 public:
  using Accesses = std::span<const Access>;
  using Edges = std::span<const std::uint32_t>;

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(entries_.size()); }
  Accesses accesses(std::uint32_t i) const noexcept {
    const std::uint32_t begin = i == 0 ? 0 : entries_[i - 1].accesses_end;
    return accesses_.values().subspan(begin, entries_[i].accesses_end - begin);
  }
  Edges edges(std::uint32_t i) const noexcept {
    const std::uint32_t begin = i == 0 ? 0 : entries_[i - 1].edges_end;
    return edges_.values().subspan(begin, entries_[i].edges_end - begin);
  }
  /// Whether operation `i` exists and has exactly these accesses.
  bool has(std::uint32_t i, Accesses accesses) const noexcept;

  /// Removes all operations from index `size` on.
  void truncate(std::uint32_t size) noexcept;
  /// @throws std::bad_alloc  strong exception guarantee
  void add(Accesses accesses, Edges edges);

 private:
  struct Entry {
    std::uint32_t accesses_end, edges_end;
  };
  FlatList<Entry> entries_{};
  FlatList<Access> accesses_{};
  FlatList<std::uint32_t> edges_{};
};

}  // namespace duet::detail
