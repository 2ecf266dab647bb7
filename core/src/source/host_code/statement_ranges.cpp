#include "statement_ranges.hpp"

namespace duet {

namespace {

std::size_t after_parentheses(const std::vector<Token>& tokens, std::size_t open, std::size_t end) {
  int depth = 0;
  for (std::size_t i = open; i < end; ++i) {
    if (tokens[i].is("(")) ++depth;
    if (tokens[i].is(")") && --depth == 0) return i + 1;
  }
  return end;
}

/// The first token that belongs to no head of a branch or loop.
std::size_t after_heads(const std::vector<Token>& tokens, std::size_t i, std::size_t end) {
  while (i < end) {
    if (tokens[i].is("else") || tokens[i].is("do")) {
      ++i;
      continue;
    }
    const bool is_head = tokens[i].is("if") || tokens[i].is("while") || tokens[i].is("for") ||
                         tokens[i].is("switch");
    if (!is_head) break;
    ++i;
    if (i < end && tokens[i].is("constexpr")) ++i;
    if (i < end && tokens[i].is("(")) i = after_parentheses(tokens, i, end);
  }
  return i;
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> statement_ranges(const std::vector<Token>& tokens,
                                                                  std::size_t begin,
                                                                  std::size_t end) {
  std::vector<std::pair<std::size_t, std::size_t>> ranges;
  std::size_t first = after_heads(tokens, begin, end);
  for (std::size_t i = first; i < end;) {
    if (tokens[i].is("(")) {
      i = after_parentheses(tokens, i, end);
      continue;
    }
    const bool is_end = tokens[i].is(";");
    if (!is_end && !tokens[i].is("{") && !tokens[i].is("}")) {
      ++i;
      continue;
    }
    if (is_end && i > first) ranges.emplace_back(first, i + 1);
    first = after_heads(tokens, i + 1, end);
    i = first;
  }
  return ranges;
}

}  // namespace duet
