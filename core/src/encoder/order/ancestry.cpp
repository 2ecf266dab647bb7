#include "ancestry.hpp"

#include <algorithm>
#include <functional>

namespace duet::detail {

void Ancestry::clear() noexcept {
  operations_.clear();
  length_ = {};
}

void Ancestry::merge(Clock& into, const Clock& other) noexcept {
  for (std::size_t i = 0; i < lanes; ++i) into[i] = std::max(into[i], other[i]);
}

void Ancestry::add(std::vector<std::uint32_t>& before) {
  Operation& added = *operations_.extend(1);
  if (before.size() == 1) {
    added.reached = operations_[before.front()].reached;
  } else {
    added.reached = {};
    reduce(before, added.reached);
  }
  added.lane = no_lane;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    if (added.reached[lane] != length_[lane]) continue;
    added.lane = lane;
    added.place = added.reached[lane] = ++length_[lane];
    break;
  }
}

/// Leaves those that no other one follows, and adds how far they reach.
void Ancestry::reduce(std::vector<std::uint32_t>& before, Clock& reached) const {
  // What implies an edge was added later than what is implied.
  std::ranges::sort(before, std::greater<>());
  std::size_t kept = 0;
  for (const std::uint32_t candidate : before) {
    if (kept != 0 && before[kept - 1] == candidate) continue;
    const Operation& operation = operations_[candidate];
    if (operation.lane != no_lane && reached[operation.lane] >= operation.place) continue;
    merge(reached, operation.reached);
    before[kept++] = candidate;
  }
  before.resize(kept);
  std::ranges::reverse(before);
}

}  // namespace duet::detail
