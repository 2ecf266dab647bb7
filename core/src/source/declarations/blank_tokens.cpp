#include "blank_tokens.hpp"

#include "declaration_items.hpp"

namespace duet {

namespace {

/// Whether a directive stays in a declaration that does not.
bool stays(const Token& token) {
  return token.kind == Token::Kind::directive && directive_word(token.text) != "pragma";
}

}  // namespace

void blank_tokens(std::string& text, const std::vector<Token>& tokens, std::size_t begin,
                  std::size_t end) {
  std::size_t from = tokens[begin].offset;
  for (std::size_t i = begin; i <= end; ++i) {
    const bool is_last = i == end;
    if (!is_last && !stays(tokens[i])) continue;
    const std::size_t to = is_last ? tokens[end - 1].end() : tokens[i].offset;
    for (std::size_t at = from; at < to; ++at) {
      if (text[at] != '\n' && text[at] != '\r') text[at] = ' ';
    }
    if (!is_last) from = tokens[i].end();
  }
}

}  // namespace duet
