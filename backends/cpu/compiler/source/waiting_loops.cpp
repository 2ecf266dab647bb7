#include "waiting_loops.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace duet::cpu {

namespace {

const std::string take_turn = "::duet_cpu::take_turn()";

}  // namespace

void WaitingLoops::visit(std::size_t i) {
  const std::size_t close = tokens_.after_parentheses(i + 1) - 1;
  const std::size_t open = i > 0 && tokens_.is(i - 1, "}") ? opening_brace(i - 1) : 0;
  if (open > 0 && tokens_.is(open - 1, "do")) {
    if (waits(open + 1, i - 1, i + 1, close)) add_turn(open);
  } else if (!tokens_.is(close + 1, "{") && is_idle(close + 1, end_of_statement(close + 1)) &&
             !measures_time(i + 2, close)) {
    any_ = true;
    edits_.insert(tokens_[i + 1].end(), "(");
    edits_.insert(tokens_[close].offset, ") && " + take_turn);
  } else if (tokens_.is(close + 1, "{")) {
    const std::size_t end = tokens_.after_group(close + 1, '{', '}') - 1;
    if (waits(close + 2, end, i + 1, close)) add_turn(close + 1);
  }
}

std::size_t WaitingLoops::end_of_statement(std::size_t i) const {
  while (i < tokens_.size() && !tokens_.is(i, ";")) ++i;
  return i;
}

std::size_t WaitingLoops::opening_brace(std::size_t close) const {
  int depth = 0;
  for (std::size_t i = close; i > 0; --i) {
    if (tokens_.is(i, "}")) ++depth;
    if (tokens_.is(i, "{") && --depth == 0) return i;
  }
  return 0;
}

void WaitingLoops::add_turn(std::size_t brace) {
  any_ = true;
  edits_.insert(tokens_[brace].end(), take_turn + "; ");
}

/// Whether a loop only reads what other threads write. Loops that replace values, by atomicCAS,
/// end by themselves.
/// @param begin, end    the tokens of the body
/// @param first, last   those of the condition
bool WaitingLoops::waits(std::size_t begin, std::size_t end, std::size_t first,
                         std::size_t last) const {
  constexpr std::size_t most_tokens = 48;
  constexpr std::array<std::string_view, 4> others{"for", "while", "atomicCAS", "__syncthreads"};
  if (measures_time(first, last)) return false;
  if (is_idle(begin, end)) return true;
  if (end - begin > most_tokens) return false;
  for (const std::string_view word : others) {
    if (tokens_.contains(begin, end, word)) return false;
  }
  if (changes(begin, end) || changes(first, last)) return false;
  return polls(begin, end) || polls(first, last);
}

bool WaitingLoops::measures_time(std::size_t begin, std::size_t end) const {
  return tokens_.contains(begin, end, "clock64") || tokens_.contains(begin, end, "clock");
}

/// Whether tokens are nothing but fences.
bool WaitingLoops::is_idle(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_word = tokens_[i].kind == Token::Kind::word;
    if (is_word && !tokens_[i].text.starts_with("__threadfence")) return false;
    if (!is_word && !tokens_.is(i, ";") && !tokens_.is(i, "(") && !tokens_.is(i, ")")) return false;
  }
  return true;
}

/// Whether tokens count, as most loops do that end by themselves: "++", "+=".
bool WaitingLoops::changes(std::size_t begin, std::size_t end) const {
  constexpr std::array<std::string_view, 5> operators{"+", "-", "*", "/", "|"};
  for (std::size_t i = begin; i + 1 < end; ++i) {
    const bool is_operator =
        std::ranges::any_of(operators, [&](auto mark) { return tokens_.is(i, mark); });
    if (!is_operator || tokens_[i].end() != tokens_[i + 1].offset) continue;
    if (tokens_.is(i + 1, "=")) return true;
    const bool is_sign = tokens_.is(i, "+") || tokens_.is(i, "-");
    if (is_sign && tokens_.is(i + 1, tokens_[i].text)) return true;
  }
  return false;
}

/// Whether tokens read memory that other threads write: volatile, acquired, or by an atomic
/// operation with 0.
bool WaitingLoops::polls(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view word = tokens_[i].text;
    if (tokens_[i].kind != Token::Kind::word) continue;
    if (word == "volatile" || volatile_arrays_.has(word)) return true;
    if (word.find("acquire") != std::string_view::npos) return true;
    if (!word.starts_with("atomic") || !tokens_.is(i + 1, "(")) continue;
    const Token& last = tokens_[tokens_.after_parentheses(i + 1) - 2];
    if (last.kind == Token::Kind::number && last.text.starts_with("0")) return true;
  }
  return false;
}

}  // namespace duet::cpu
