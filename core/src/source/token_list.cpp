#include "token_list.hpp"

#include <algorithm>
#include <array>

namespace duet {

bool TokenList::contains(std::size_t begin, std::size_t end, std::string_view word) const {
  for (; begin < end; ++begin) {
    if (is(begin, word)) return true;
  }
  return false;
}

std::size_t TokenList::after_group(std::size_t open, char opening, char closing) const {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    if (is(i, std::string_view(&opening, 1))) ++depth;
    if (is(i, std::string_view(&closing, 1)) && --depth == 0) return i + 1;
    if (opening == '<' && is(i, "(")) i = after_group(i, '(', ')') - 1;
  }
  return tokens_.size();
}

bool TokenList::takes_parentheses(const Token& token) {
  constexpr std::array<std::string_view, 9> words{
      "__launch_bounds__", "__attribute__",    "__align__",   "alignas",       "decltype",
      "__declspec",        "__cluster_dims__", "__maxnreg__", "__block_size__"};
  return std::ranges::find(words, token.text) != words.end();
}

}  // namespace duet
