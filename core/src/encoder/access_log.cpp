#include "access_log.hpp"

#include <algorithm>

namespace duet::detail {

bool AccessLog::has(std::uint32_t i, Accesses wanted) const noexcept {
  if (i >= size()) return false;
  // Bit by bit: at most some few, and a branch for each would cost more.
  const Accesses own = accesses(i);
  if (own.size() != wanted.size()) return false;
  bool same = true;
  for (std::size_t k = 0; k < own.size(); ++k) {
    same = same & (own[k].data == wanted[k].data) & (own[k].bytes == wanted[k].bytes) &
           (own[k].writes == wanted[k].writes);
  }
  return same;
}

void AccessLog::truncate(std::uint32_t size) noexcept {
  if (size >= this->size()) return;
  entries_.truncate(size);
  accesses_.truncate(size == 0 ? 0 : entries_[size - 1].accesses_end);
  edges_.truncate(size == 0 ? 0 : entries_[size - 1].edges_end);
}

void AccessLog::add(Accesses accesses, Edges edges) {
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
