#include "similar_name.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>
#include <vector>

namespace duet {

namespace {

/// Letters in lower case, without blanks.
std::string folded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isspace(byte) == 0) result += static_cast<char>(std::tolower(byte));
  }
  return result;
}

/// "scale" for "ns::scale<float>".
std::string_view last_part(std::string_view name) {
  name = name.substr(0, name.find('<'));
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// The number of inserted, removed, replaced and swapped characters (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({row[j - 1] + 1, last[j] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::exchange(last, std::move(row));
  }
  return last.back();
}

}  // namespace

std::string similar_name(std::string_view name, std::span<const std::string> known) {
  const std::string wanted = folded(name);
  if (wanted.empty()) return {};
  const auto first = [&](auto&& matches) {
    const auto found = std::ranges::find_if(known, matches);
    return found == known.end() ? std::string() : *found;
  };
  std::string found = first([&](const std::string& other) { return folded(other) == wanted; });
  if (!found.empty()) return found;
  const std::string part(last_part(wanted));
  found = first([&](const std::string& other) { return last_part(folded(other)) == part; });
  if (!found.empty()) return found;
  std::size_t best = 0;
  for (const std::string& other : known) {
    const std::string whole = folded(other);
    const std::string_view other_part = last_part(whole);
    const std::size_t allowed = 1 + std::max(part.size(), other_part.size()) / 5;
    const std::size_t distance =
        std::min(edit_distance(part, other_part), edit_distance(wanted, whole));
    const std::size_t shorter = std::min(part.size(), other_part.size());
    if (distance > allowed || distance >= shorter) continue;
    if (!found.empty() && distance >= best) continue;
    best = distance;
    found = other;
  }
  return found;
}

}  // namespace duet
