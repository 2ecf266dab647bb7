#include "similar_name.hpp"

#include <algorithm>
#include <cctype>

#include "base/edit_distance.hpp"

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
