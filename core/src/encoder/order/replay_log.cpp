#include "replay_log.hpp"

#include <algorithm>

namespace duet::detail {

void ReplayLog::truncate(std::uint32_t size) noexcept {
  if (size >= this->size()) return;
  ++version_;
  accesses_.truncate(entries_[size].first_access);
  edges_.truncate(entries_[size].first_edge);
  entries_.truncate(size);
}

void ReplayLog::add(Accesses accesses, Edges edges) {
  ++version_;
  const std::size_t first_access = accesses_.size(), first_edge = edges_.size();
  try {
    std::ranges::copy(accesses, accesses_.extend(accesses.size()));
    std::ranges::copy(edges, edges_.extend(edges.size()));
    entries_.push_back(
        {static_cast<std::uint32_t>(first_access), static_cast<std::uint32_t>(accesses.size()),
         static_cast<std::uint32_t>(first_edge), static_cast<std::uint32_t>(edges.size())});
  } catch (...) {
    accesses_.truncate(first_access);
    edges_.truncate(first_edge);
    throw;
  }
}

}  // namespace duet::detail
