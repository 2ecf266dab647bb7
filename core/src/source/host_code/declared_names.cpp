#include "declared_names.hpp"

#include <algorithm>

namespace duet {

bool has_token(const std::vector<Token>& tokens, std::size_t begin, std::size_t end,
               std::string_view text) {
  const auto at = [&](std::size_t i) { return tokens.begin() + static_cast<std::ptrdiff_t>(i); };
  return std::any_of(at(begin), at(end), [&](const Token& token) { return token.is(text); });
}

std::vector<std::string_view> declared_names(const std::vector<Token>& tokens,
                                             const DeclarationItem& item) {
  using Kind = DeclarationItem::Kind;
  std::vector<std::string_view> names;
  const bool has_body = item.kind == Kind::type && item.body < item.end;
  const bool is_enumeration = has_body && has_token(tokens, item.begin, item.body, "enum");
  if (item.name != item.begin || item.kind == Kind::function)
    names.push_back(tokens[item.name].text);
  if (item.kind == Kind::function) return names;
  // What stands in braces declares nothing for others, unless it is an enumeration's.
  const bool has_own = (has_body && !is_enumeration) || item.kind == Kind::variable;
  int depth = 0;
  for (std::size_t i = item.begin; i + 1 < item.end; ++i) {
    if (tokens[i].is("{") || tokens[i].is("(")) ++depth;
    if (tokens[i].is("}") || tokens[i].is(")")) --depth;
    if (tokens[i].kind != Token::Kind::word || (has_own && depth > 0)) continue;
    if (has_body && !is_enumeration && i < item.body) continue;
    const std::string_view next = tokens[i + 1].text;
    const bool is_declared = next == "=" || next == "," || next == ";" || next == "[";
    const bool is_typedef = item.kind == Kind::alias && (next == ")" || next == "{");
    if (is_declared || is_typedef || (is_enumeration && next == "}")) {
      names.push_back(tokens[i].text);
    }
  }
  return names;
}

}  // namespace duet
