#include "engine/color_members.hpp"

#include <algorithm>
#include <cstddef>

namespace duet::detail {

std::vector<int> members_of(const std::vector<ColorChoice>& choices, int color) {
  std::vector<int> members;
  for (std::size_t rank = 0; rank < choices.size(); ++rank) {
    if (choices[rank].color == color) members.push_back(static_cast<int>(rank));
  }
  std::stable_sort(members.begin(), members.end(), [&](int a, int b) {
    return choices[static_cast<std::size_t>(a)].key < choices[static_cast<std::size_t>(b)].key;
  });
  return members;
}

}  // namespace duet::detail
