#include "restrict_words.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

std::string without_misplaced_restricts(std::string_view text) {
  std::string result(text);
  const std::vector<Token> tokens = tokenise(text);
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (!tokens[i].is("__restrict__") && !tokens[i].is("__restrict")) continue;
    std::size_t before = i - 1;
    while (before > 0 && (tokens[before].is("const") || tokens[before].is("volatile"))) --before;
    if (tokens[before].is("*") || tokens[before].is("&")) continue;
    std::fill_n(result.begin() + static_cast<std::ptrdiff_t>(tokens[i].offset),
                tokens[i].text.size(), ' ');
  }
  return result;
}

}  // namespace duet
