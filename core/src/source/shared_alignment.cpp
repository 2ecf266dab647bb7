#include "shared_alignment.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "tokens.hpp"

namespace duet {

namespace {

bool precedes_type(const Token& token) {
  constexpr std::array<std::string_view, 5> words{"__shared__", "extern", "static", "const",
                                                  "volatile"};
  return std::ranges::find(words, token.text) != words.end();
}

/// The token after the parenthesis that closes the one at `open`.
std::size_t after_parenthesis(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].is("(")) ++depth;
    if (tokens[i].is(")") && --depth == 0) return i + 1;
  }
  return tokens.size();
}

}  // namespace

std::string with_leading_alignment(std::string_view source) {
  if (source.find("alignas") == std::string_view::npos) return std::string(source);
  const std::vector<Token> tokens = tokenise(source);
  std::string text;
  std::size_t copied = 0;
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].is("alignas") || !tokens[i + 1].is("(")) continue;
    std::size_t first = i;
    while (first > 0 && precedes_type(tokens[first - 1])) --first;
    const bool is_shared = std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(first),
                                       tokens.begin() + static_cast<std::ptrdiff_t>(i),
                                       [](const Token& token) { return token.is("__shared__"); });
    const std::size_t after = after_parenthesis(tokens, i + 1);
    if (!is_shared || after == tokens.size() || tokens[first].offset < copied) continue;
    const std::size_t end = tokens[after - 1].end();
    text += source.substr(copied, tokens[first].offset - copied);
    text.append(source.substr(tokens[i].offset, end - tokens[i].offset)).append(" ");
    text += source.substr(tokens[first].offset, tokens[i].offset - tokens[first].offset);
    copied = end;
  }
  return text.append(source.substr(copied));
}

}  // namespace duet
