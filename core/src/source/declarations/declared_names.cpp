#include "declared_names.hpp"

#include <algorithm>
#include <array>

namespace duet {

namespace {

/// Words that may precede a type.
constexpr std::array<std::string_view, 18> words_before_types{
    "class",    "const",    "constexpr", "enum",     "extern",   "inline",
    "new",      "register", "static",    "struct",   "template", "typedef",
    "typename", "union",    "using",     "volatile", "operator", "namespace"};
/// Words that may precede a value, but no declaration's name.
constexpr std::array<std::string_view, 8> words_before_values{"case",   "delete", "else",  "goto",
                                                              "return", "sizeof", "throw", "do"};

bool is_one_of(const Token& token, std::string_view marks) {
  return token.text.size() == 1 && marks.find(token.text.front()) != std::string_view::npos;
}

/// Whether a token names a member of an object: it follows `.` or `->`.
bool follows_object(const std::vector<Token>& tokens, std::size_t i) {
  if (i == 0) return false;
  if (tokens[i - 1].is(".")) return i < 2 || !tokens[i - 2].is(".");
  return i > 1 && tokens[i - 1].is(">") && tokens[i - 2].is("-");
}

/// Whether a word has the place of a variable's name in its declaration: `int x;`, `T* x)`.
bool is_declared(const std::vector<Token>& tokens, std::size_t i) {
  if (tokens[i + 1].is("=") && tokens[i - 1].is(",")) return true;
  if (!is_one_of(tokens[i + 1], ",;=[)")) return false;
  const Token& before = tokens[i - 1];
  if (before.kind != Token::Kind::word) return is_one_of(before, "*&>");
  return std::ranges::find(words_before_types, before.text) == words_before_types.end() &&
         std::ranges::find(words_before_values, before.text) == words_before_values.end();
}

/// Whether a word has the place of a type: `x y`, `x::y`, `const x`.
bool is_type(const std::vector<Token>& tokens, std::size_t i) {
  const Token& before = tokens[i - 1];
  const Token& next = tokens[i + 1];
  if (next.kind == Token::Kind::word || next.is("{")) return true;
  if (next.is(":") && i + 2 < tokens.size() && tokens[i + 2].is(":")) return true;
  return before.kind == Token::Kind::word &&
         std::ranges::find(words_before_types, before.text) != words_before_types.end();
}
/// Whether a word may have the place of a type, or is part of an expression: `(x* y`, `x<y`.
bool may_be_type(const std::vector<Token>& tokens, std::size_t i) {
  return tokens[i + 1].is("<") || tokens[i - 1].is("<") ||
         (is_one_of(tokens[i + 1], "*&") && is_one_of(tokens[i - 1], "(,;{}"));
}

}  // namespace

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

std::set<std::string_view> local_names(const std::vector<Token>& tokens, std::size_t begin,
                                       std::size_t end) {
  std::set<std::string_view> names;
  std::set<std::string_view> others;
  for (std::size_t i = begin + 1; i + 1 < end; ++i) {
    if (tokens[i].kind != Token::Kind::word || follows_object(tokens, i)) continue;
    if (is_declared(tokens, i)) {
      names.insert(tokens[i].text);
    } else if (is_type(tokens, i) || (may_be_type(tokens, i) && !names.contains(tokens[i].text))) {
      others.insert(tokens[i].text);
    }
  }
  for (const std::string_view other : others) names.erase(other);
  return names;
}

bool is_value(const std::vector<Token>& tokens, std::size_t i) {
  if (i + 2 < tokens.size() && is_one_of(tokens[i + 1], "=+-/%?|^.")) {
    const bool is_pack = tokens[i + 1].is(".") && tokens[i + 2].is(".");
    return !is_pack && (i == 0 || !tokens[i - 1].is("using"));
  }
  return follows_object(tokens, i);
}

}  // namespace duet
