#include "waiting_loops.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace duet::cpu {

namespace {

const std::string take_turn = "::duet_cpu::take_turn()";

}  // namespace

/// Whether a `while` ends a loop whose body is one statement without braces: `do x(); while (y);`.
bool WaitingLoops::ends_plain_loop(std::size_t i) const {
  for (std::size_t begin = i; begin-- > 0;) {
    if (tokens_.is(begin, "{") || tokens_.is(begin, "}")) return false;
    if (tokens_.is(begin, "do")) return statements_.at(begin + 1).last + 1 == i;
  }
  return false;
}

void WaitingLoops::visit(std::size_t i) {
  if (ends_plain_loop(i)) return;
  const std::size_t close = tokens_.after_parentheses(i + 1) - 1;
  const std::size_t open =
      i > 0 && tokens_.is(i - 1, "}") ? statements_.opening(i - 1, "{", "}") : 0;
  if (open > 0 && tokens_.is(open - 1, "do")) {
    if (!waits(open + 1, i - 1, i + 1, close)) return;
    add_turn(open);
    rejoin_behind(statements_.at(open - 1));
  } else if (!tokens_.is(close + 1, "{") && is_idle(close + 1, statements_.at(close + 1).last) &&
             !measures_time(i + 2, close)) {
    edits_.insert(tokens_[i + 1].end(), "(");
    edits_.insert(tokens_[close].offset, ") && " + take_turn);
    rejoin_behind(statements_.at(i));
  } else if (tokens_.is(close + 1, "{")) {
    const std::size_t end = tokens_.after_group(close + 1, '{', '}') - 1;
    if (!waits(close + 2, end, i + 1, close)) return;
    add_turn(close + 1);
    rejoin_behind(statements_.at(i));
  }
}

void WaitingLoops::add_turn(std::size_t brace) {
  edits_.insert(tokens_[brace].end(), take_turn + "; ");
}

/// Makes the lanes meet behind a loop, at the beginning of an `else` of its branch, and behind each
/// statement around it.
void WaitingLoops::rejoin_behind(Statement loop) {
  for (std::optional<Statement> it = loop; it && it->last < tokens_.size();
       it = statements_.around(*it)) {
    if (tokens_.is(it->last + 1, "else")) rejoin_in_else(it->last + 1);
    if (statements_.is_in_block(*it)) rejoin_after(it->last);
  }
}

void WaitingLoops::rejoin_in_else(std::size_t i) {
  const std::size_t last = statements_.at(i + 1).last;
  if (last >= tokens_.size() || rejoined_.contains(i)) return;
  if (tokens_[i + 1].kind == Token::Kind::directive) return;  // the statement stays without it
  edits_.insert(tokens_[i].end(), " {");
  rejoin_after(i);
  edits_.insert(tokens_[last].end(), " }");
}

/// @param i  the last token of a statement, or `else`
void WaitingLoops::rejoin_after(std::size_t i) {
  if (rejoined_.insert(i).second) edits_.insert(tokens_[i].end(), " ::duet_cpu::rejoin();");
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

/// Whether tokens are nothing but fences and pauses.
bool WaitingLoops::is_idle(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    const Token& token = tokens_[i];
    if (token.kind == Token::Kind::number) continue;
    const bool is_word = token.kind == Token::Kind::word;
    if (is_word && !token.text.starts_with("__threadfence") && !token.is("__nanosleep"))
      return false;
    if (!is_word && !token.is(";") && !token.is("(") && !token.is(")")) return false;
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
