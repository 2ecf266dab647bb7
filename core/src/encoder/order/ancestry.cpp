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
    added.position = added.reached[lane] = ++length_[lane];
    break;
  }
}

/// Removes operations that another one in the list follows, and merges the clocks of the rest.
void Ancestry::reduce(std::vector<std::uint32_t>& before, Clock& reached) const {
  // An operation can only imply edges to operations with a lower number.
  std::ranges::sort(before, std::greater<>());
  std::size_t count = 0;
  for (const std::uint32_t candidate : before) {
    if (count != 0 && before[count - 1] == candidate) continue;
    const Operation& operation = operations_[candidate];
    if (operation.lane != no_lane && reached[operation.lane] >= operation.position) continue;
    merge(reached, operation.reached);
    before[count++] = candidate;
  }
  before.resize(count);
  std::ranges::reverse(before);
}

}  // namespace duet::detail
