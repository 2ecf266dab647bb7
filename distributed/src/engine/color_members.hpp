#pragma once

#include <vector>

namespace duet::detail {

/// What a rank gives to `split`.
struct ColorChoice {
  int color = 0;
  int key = 0;
};

/// The ranks of a colour, ordered by their keys. @param choices  of all ranks, by rank
std::vector<int> members_of(const std::vector<ColorChoice>& choices, int color);

}  // namespace duet::detail
