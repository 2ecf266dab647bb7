#include "operator_symbols.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace duet {

namespace {

bool is_operator_mark(const Token& token) {
  constexpr std::string_view marks = "+-*/%^&|~!=<>";
  return token.kind == Token::Kind::mark &&
         marks.find(token.text.front()) != std::string_view::npos;
}

/// The end of the marks that follow each other without space.
std::size_t end_of_run(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
  std::size_t i = begin;
  while (i < end && is_operator_mark(tokens[i]) &&
         (i == begin || tokens[i].offset == tokens[i - 1].end())) {
    ++i;
  }
  return i;
}

/// Whether marks in formatted text belong to a type or a template: "int* x", "f<int>(*x)".
bool is_punctuation(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
  const bool is_first = begin == 0 || tokens[begin].offset > tokens[begin - 1].end();
  const bool is_last = end == tokens.size() || tokens[end].offset > tokens[end - 1].end();
  constexpr std::string_view of_types = "<>*&";
  return !(is_first && is_last) &&
         of_types.find(tokens[begin].text.front()) != std::string_view::npos;
}

std::string_view between(const Token& first, const Token& last) {
  return {first.text.data(), last.end() - first.offset};
}

}  // namespace

std::vector<std::string_view> operator_symbols(const std::vector<Token>& tokens, std::size_t begin,
                                               std::size_t end, bool is_formatted) {
  constexpr std::size_t longest = 3;
  std::unordered_set<std::string_view> seen;
  std::vector<std::string_view> symbols;
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t run = end_of_run(tokens, i, end);
    if (run == i) continue;
    if (is_formatted && is_punctuation(tokens, i, run)) {
      i = run - 1;
      continue;
    }
    for (std::size_t j = i; j < std::min(run, i + longest); ++j) {
      const std::string_view symbol = between(tokens[i], tokens[j]);
      if (seen.insert(symbol).second) symbols.push_back(symbol);
    }
  }
  return symbols;
}

std::string_view declared_symbol(const std::vector<Token>& tokens, std::size_t at) {
  const std::size_t end = end_of_run(tokens, at + 1, tokens.size());
  return end == at + 1 ? std::string_view() : between(tokens[at + 1], tokens[end - 1]);
}

bool is_operator_word(std::string_view word) {
  constexpr std::array<std::string_view, 11> words{
      "and", "and_eq", "bitand", "bitor", "compl", "not", "not_eq", "or", "or_eq", "xor", "xor_eq"};
  return std::ranges::find(words, word) != words.end();
}

}  // namespace duet
