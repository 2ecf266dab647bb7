#include "volatile_arrays.hpp"

#include <algorithm>
#include <array>

namespace duet::cpu {

void VolatileArrays::note(std::size_t i) {
  constexpr std::array<std::string_view, 6> ends{";", ",", ")", "=", "[", "{"};
  std::size_t end = i + 1;
  while (end < tokens_.size() &&
         !std::ranges::any_of(ends, [&](auto mark) { return tokens_.is(end, mark); })) {
    ++end;
  }
  if (end - i > 2 && tokens_[end - 1].kind == Token::Kind::word) {
    names_.insert(tokens_[end - 1].text);
  }
}

void VolatileArrays::visit_element(std::size_t i) {
  constexpr std::array<std::string_view, 6> before{";", "{", "}", ")", "else", "do"};
  const bool is_initialiser = initialises(i);
  if (!is_initialiser &&
      std::ranges::none_of(before, [&](auto mark) { return tokens_.is(i - 1, mark); }))
    return;
  std::size_t assignment = i + 1;
  while (tokens_.is(assignment, "[")) assignment = tokens_.after_group(assignment, '[', ']');
  while (!tokens_.is(assignment, "=") && is_operator(assignment)) ++assignment;
  if (!tokens_.is(assignment, "=") || tokens_.is(assignment + 1, "=") ||
      tokens_.is(assignment + 1, "{")) {
    return;
  }
  std::size_t end = assignment + 1;
  while (end < tokens_.size() && !tokens_.is(end, ";") && !tokens_.is(end, "}")) {
    if (tokens_.is(end, ",")) return;
    end = tokens_.is(end, "(")   ? tokens_.after_parentheses(end)
          : tokens_.is(end, "[") ? tokens_.after_group(end, '[', ']')
                                 : end + 1;
  }
  if (!tokens_.is(end, ";")) return;
  edits_.insert(tokens_[assignment].end(), " ::duet_cpu::in_lockstep(");
  edits_.insert(tokens_[end].offset,
                is_initialiser ? "); ::duet_cpu::lockstep()" : "), ::duet_cpu::lockstep()");
}

/// Whether an element is the value of a variable that a statement of a block declares:
/// `float t = a[i] = x;`.
bool VolatileArrays::initialises(std::size_t i) const {
  if (i < 4 || !tokens_.is(i - 1, "=") || tokens_[i - 2].kind != Token::Kind::word) return false;
  std::size_t type = i - 3;
  if (tokens_[type].kind != Token::Kind::word) return false;
  while (type > 0 && tokens_[type - 1].kind == Token::Kind::word) --type;
  return type > 0 &&
         (tokens_.is(type - 1, ";") || tokens_.is(type - 1, "{") || tokens_.is(type - 1, "}"));
}

bool VolatileArrays::is_operator(std::size_t i) const {
  constexpr std::array<std::string_view, 10> operators{"+", "-", "*", "/", "%",
                                                       "&", "|", "^", "<", ">"};
  return std::ranges::any_of(operators, [&](auto mark) { return tokens_.is(i, mark); });
}

}  // namespace duet::cpu
