#include "similar_names.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "edit_distance.hpp"

namespace duet {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace

std::vector<std::string_view> similar_names(std::string_view name,
                                            std::span<const std::string_view> names) {
  const std::string wanted = lower(name);
  std::vector<std::string_view> found;
  std::size_t least = std::max<std::size_t>(1, wanted.size() / 3);
  for (const std::string_view candidate : names) {
    const std::string known = lower(candidate);
    const bool is_part = wanted.size() >= 3 && (known.find(wanted) != std::string::npos ||
                                                wanted.find(known) != std::string::npos);
    const std::size_t different = edit_distance(wanted, known);
    const std::size_t distance = is_part ? std::min<std::size_t>(different, 1) : different;
    if (distance < least) found.clear();
    if (distance <= least) found.push_back(candidate);
    least = std::min(least, distance);
  }
  return found;
}

}  // namespace duet
