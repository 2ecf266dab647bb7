#include "unroll_pragmas.hpp"

#include <algorithm>

#include "tokens.hpp"

namespace duet {

namespace {

/// Whether a directive is "#pragma unroll 0" or "#pragma unroll(0)".
bool is_empty_unroll(std::string_view directive) {
  if (directive_word(directive) != "pragma") return false;
  std::string words;
  for (const Token& token : tokenise(directive.substr(directive.find("pragma")))) {
    if (token.kind == Token::Kind::word || token.is("0")) words.append(token.text).append(" ");
    if (token.kind != Token::Kind::word && !token.is("0") && !token.is("(") && !token.is(")"))
      return false;
  }
  return words == "pragma unroll 0 ";
}

}  // namespace

std::string without_empty_unrolls(std::string_view text) {
  std::string result(text);
  for (const Token& token : tokenise(text)) {
    if (token.kind != Token::Kind::directive || !is_empty_unroll(token.text)) continue;
    std::fill_n(result.begin() + static_cast<std::ptrdiff_t>(token.offset), token.text.size(), ' ');
  }
  return result;
}

}  // namespace duet
