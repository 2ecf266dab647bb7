#include "statements.hpp"

#include <algorithm>

namespace duet::cpu {

bool Statements::is_any(std::size_t i, std::initializer_list<std::string_view> words) const {
  return std::ranges::any_of(words, [&](std::string_view word) { return tokens_.is(i, word); });
}

Statement Statements::at(std::size_t first, int depth) const {
  constexpr int most = 100;
  const auto end_of = [&](std::size_t inner) {
    return depth == most ? inner : at(inner, depth + 1).last;
  };
  if (tokens_.is(first, "{")) return {first, tokens_.after_group(first, '{', '}') - 1};
  if (is_any(first, {"for", "while", "switch"})) return {first, end_of(after_head(first))};
  if (tokens_.is(first, "do")) {
    const std::size_t keyword = end_of(first + 1) + 1;
    return {first, tokens_.after_parentheses(keyword + 1)};
  }
  if (tokens_.is(first, "if")) {
    const std::size_t last = end_of(after_head(first));
    return {first, tokens_.is(last + 1, "else") ? end_of(last + 2) : last};
  }
  std::size_t last = first;
  while (last < tokens_.size() && !tokens_.is(last, ";")) {
    last = tokens_.is(last, "(")   ? tokens_.after_parentheses(last)
           : tokens_.is(last, "{") ? tokens_.after_group(last, '{', '}')
                                   : last + 1;
  }
  return {first, last};
}

/// The token after the parentheses of `if (…)`, `for (…)` and their like.
std::size_t Statements::after_head(std::size_t keyword) const {
  return tokens_.after_parentheses(keyword + (tokens_.is(keyword + 1, "constexpr") ? 2 : 1));
}

bool Statements::is_in_block(const Statement& statement) const {
  return statement.first > 0 && is_any(statement.first - 1, {"{", "}", ";"});
}

std::optional<Statement> Statements::around(const Statement& inner) const {
  if (inner.first == 0) return {};
  const std::size_t before = inner.first - 1;
  if (is_in_block(inner)) {
    std::size_t depth = 0;
    for (std::size_t i = inner.first; i-- > 0;) {
      if (tokens_.is(i, "}")) ++depth;
      if (!tokens_.is(i, "{")) continue;
      if (depth == 0) return at(i);
      --depth;
    }
    return {};
  }
  if (tokens_.is(before, "do")) return at(before);
  if (tokens_.is(before, ")")) return with_head(before);
  if (!tokens_.is(before, "else") || !tokens_.is(before - 1, "}")) return {};
  const std::size_t open = opening(before - 1, "{", "}");
  return open > 0 && tokens_.is(open - 1, ")") ? with_head(open - 1) : std::nullopt;
}

/// The statement whose head ends with a parenthesis; none if that belongs to a function.
std::optional<Statement> Statements::with_head(std::size_t close) const {
  std::size_t open = opening(close, "(", ")");
  if (open > 1 && tokens_.is(open - 1, "constexpr")) --open;
  if (open == 0 || !is_any(open - 1, {"if", "for", "while", "switch"})) return {};
  return at(open - 1);
}

std::size_t Statements::opening(std::size_t close, std::string_view open_mark,
                                std::string_view close_mark) const {
  std::size_t depth = 0;
  for (std::size_t i = close; i > 0; --i) {
    if (tokens_.is(i, close_mark)) ++depth;
    if (tokens_.is(i, open_mark) && --depth == 0) return i;
  }
  return 0;
}

}  // namespace duet::cpu
