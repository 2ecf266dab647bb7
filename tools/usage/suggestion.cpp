#include "suggestion.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace duet::tool {
namespace {

std::string normalised(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

/// Number of insertions, deletions, replacements and swaps of neighbours that turn one word into
/// the other (the restricted Damerau-Levenshtein distance).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  std::iota(d[0].begin(), d[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({replaced, d[i - 1][j] + 1, d[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, std::span<const std::string> known) {
  const std::string wanted = normalised(word);
  std::string nearest;
  std::size_t least = wanted.size() < 3 ? 2 : 1 + wanted.size() / 3 + 1;  // exclusive
  for (const std::string& candidate : known) {
    const std::string name = normalised(candidate);
    const bool begins = wanted.size() >= 2 && name.starts_with(wanted);
    const std::size_t cost = begins ? 1 : distance(wanted, name);
    if (cost < least && cost < std::max(wanted.size(), name.size())) {
      least = cost;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string suggestion(std::string_view word, std::span<const std::string> known) {
  const std::string nearest = nearest_word(word, known);
  return nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
}

}  // namespace duet::tool
