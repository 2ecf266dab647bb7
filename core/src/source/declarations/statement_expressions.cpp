#include "statement_expressions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

namespace {

using Tokens = std::vector<Token>;

/// The tokens of a statement expression.
struct StatementExpression {
  std::size_t end = 0;   ///< its closing brace; 0 if this is none
  std::size_t last = 0;  ///< where its last statement begins
  bool leaves = false;   ///< whether it may leave the function
};

bool is_any_of(const Token& token, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return token.is(word); });
}

/// @param open  the brace behind a parenthesis
StatementExpression statement_expression(const Tokens& tokens, std::size_t open) {
  constexpr std::array<std::string_view, 2> leaving{"return", "goto"};
  StatementExpression result{.last = open + 1};
  bool has_statement = false;
  int depth = 1;
  for (std::size_t i = open + 1; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    result.leaves |= is_any_of(token, leaving);
    if (token.is("{") || token.is("(")) ++depth;
    if (token.is("}") || token.is(")")) --depth;
    if (depth == 0) {
      const bool is_closed = token.is("}") && i + 1 < tokens.size() && tokens[i + 1].is(")");
      result.end = is_closed && has_statement ? i : 0;
      return result;
    }
    if (depth == 1 && token.is(";")) {
      has_statement = true;
      const bool is_last = i + 1 < tokens.size() && tokens[i + 1].is("}");
      if (!is_last) result.last = i + 1;
    }
    if (depth == 1 && token.is("}")) result.last = i + 1;
  }
  return {};
}

/// Whether a statement has a value: it is no declaration and begins with no keyword.
bool is_expression(const Tokens& tokens, std::size_t begin, std::size_t end) {
  constexpr std::array<std::string_view, 7> keywords{"if",     "for", "while", "do",
                                                     "switch", "asm", "break"};
  if (begin >= end || is_any_of(tokens[begin], keywords)) return false;
  const bool are_words = begin + 1 < end && tokens[begin].kind == Token::Kind::word &&
                         tokens[begin + 1].kind == Token::Kind::word;
  return !are_words;
}

/// The parenthesis that closes the one at a token, or the number of tokens.
std::size_t closing(const Tokens& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].is("(")) ++depth;
    if (tokens[i].is(")") && --depth == 0) return i;
  }
  return tokens.size();
}

/// Writes `typeof(x) y = (x);` as `auto y = (x);`: in C++17 an operand that is not evaluated must
/// not contain a lambda.
std::string with_deduced_types(std::string_view text) {
  constexpr std::array<std::string_view, 3> words{"typeof", "__typeof", "__typeof__"};
  const Tokens tokens = tokenise(text);
  std::string result;
  std::size_t done = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!is_any_of(tokens[i], words) || !tokens[i + 1].is("(")) continue;
    const std::size_t close = closing(tokens, i + 1);
    if (close + 3 >= tokens.size() || !tokens[close + 2].is("=")) continue;
    const bool is_in_parentheses = tokens[close + 3].is("(");
    const auto operand = std::span(tokens).subspan(i + 2, close - i - 2);
    const auto behind = std::span(tokens).subspan(close + (is_in_parentheses ? 4 : 3));
    const bool is_repeated =
        behind.size() > operand.size() &&
        std::ranges::equal(operand, behind.first(operand.size()), {}, &Token::text, &Token::text) &&
        behind[operand.size()].is(is_in_parentheses ? ")" : ";");
    if (!is_repeated) continue;
    result.append(text.substr(done, tokens[i].offset - done)).append("auto");
    done = tokens[close].end();
    i = close;
  }
  return result.append(text.substr(done));
}

}  // namespace

std::string with_lambdas(std::string_view text) {
  const Tokens tokens = tokenise(text);
  std::string result;
  std::size_t done = 0;
  const auto copy_to = [&](std::size_t offset) {
    result.append(text.substr(done, offset - done));
    done = offset;
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == Token::Kind::directive) {
      const std::string_view body = replacement_of(definition_of(token.text));
      if (body.find('{') == body.npos) continue;
      copy_to(token.end() - body.size());
      result += with_lambdas(body);
      done = token.end();
      continue;
    }
    if (!token.is("(") || i + 1 >= tokens.size() || !tokens[i + 1].is("{")) continue;
    const auto [end, last, leaves] = statement_expression(tokens, i + 1);
    const bool has_value = end != 0 && is_expression(tokens, last, end);
    if (end == 0 || (leaves && has_value)) continue;
    const auto inside = [&](std::size_t from, std::size_t to) {
      return with_lambdas(with_deduced_types(text.substr(from, to - from)));
    };
    const std::size_t begin = tokens[i + 1].end();
    const std::size_t last_at = tokens[last].offset;
    const std::size_t end_at = tokens[end].offset;
    if (leaves) {
      copy_to(token.offset);
      result += "if (true) {" + inside(begin, end_at) + "} else (void(0)";
    } else {
      copy_to(token.end());
      result += "[&] {" + inside(begin, last_at) + (has_value ? "return " : "") +
                inside(last_at, end_at) + "}()";
    }
    done = tokens[end].end();
    i = end;
  }
  return result.append(text.substr(done));
}

}  // namespace duet
