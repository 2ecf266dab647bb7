#include "replay_log.hpp"

#include <algorithm>

namespace duet::detail {

bool ReplayLog::has(std::uint32_t i, Accesses wanted) const noexcept {
  return i < size() &&
         std::ranges::equal(accesses(i), wanted, [](const Access& a, const Access& b) {
           return a.data == b.data && a.bytes == b.bytes && a.writes == b.writes;
         });
}

void ReplayLog::truncate(std::uint32_t size) noexcept {
  if (size >= this->size()) return;
  entries_.truncate(size);
  accesses_.truncate(size == 0 ? 0 : entries_[size - 1].accesses_end);
  edges_.truncate(size == 0 ? 0 : entries_[size - 1].edges_end);
}

void ReplayLog::add(Accesses accesses, Edges edges) {
  const std::size_t first_access = accesses_.size(), first_edge = edges_.size();
  try {
    std::ranges::copy(accesses, accesses_.extend(accesses.size()));
    std::ranges::copy(edges, edges_.extend(edges.size()));
    *entries_.extend(1) = {static_cast<std::uint32_t>(accesses_.size()),
                           static_cast<std::uint32_t>(edges_.size())};
  } catch (...) {
    accesses_.truncate(first_access);
    edges_.truncate(first_edge);
    throw;
  }
}

}  // namespace duet::detail
