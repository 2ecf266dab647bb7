#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace duet {

/// Makes room for more elements, so that adding that many throws nothing. Grows as push_back does.
template <typename T>
void reserve_more(std::vector<T>& list, std::size_t more) {
  const std::size_t needed = list.size() + more;
  if (needed > list.capacity()) list.reserve(std::max(needed, 2 * list.capacity()));
}

}  // namespace duet
