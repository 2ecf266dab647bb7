#pragma once

#include <algorithm>
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

  /// Changes with the content.
  std::uint64_t version() const noexcept { return version_; }
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(entries_.size()); }
  Accesses accesses(std::uint32_t i) const noexcept {
    return {accesses_.values().data() + entries_[i].first_access, entries_[i].accesses};
  }
  Edges edges(std::uint32_t i) const noexcept {
    return {edges_.values().data() + entries_[i].first_edge, entries_[i].edges};
  }
  /// Whether operation `i` exists and has exactly these accesses.
  bool has(std::uint32_t i, Accesses wanted) const noexcept {
    return i < size() && std::ranges::equal(accesses(i), wanted);
  }

  /// Removes all operations from index `size` on.
  void truncate(std::uint32_t size) noexcept;
  /// @throws std::bad_alloc  strong exception guarantee
  void add(Accesses accesses, Edges edges);

 private:
  struct Entry {
    std::uint32_t first_access, accesses, first_edge, edges;
  };
  FlatList<Entry> entries_{};
  FlatList<Access> accesses_{};
  FlatList<std::uint32_t> edges_{};
  std::uint64_t version_ = 0;
};

}  // namespace duet::detail
