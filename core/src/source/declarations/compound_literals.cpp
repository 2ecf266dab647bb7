#include "compound_literals.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

namespace {

using Tokens = std::vector<Token>;

bool is_operator_name(const Tokens& tokens, std::size_t i) {
  for (std::size_t back = 0; back < 4 && back <= i; ++back)
    if (tokens[i - back].is("operator")) return true;
  return false;
}

/// Whether a parenthesis behind this token begins an operand and not a list of parameters.
bool precedes_operand(const Tokens& tokens, std::size_t i) {
  constexpr std::array<std::string_view, 16> before{"=", "(", ",", "{", "?", ":", "+", "-",
                                                    "*", "/", "%", "<", "&", "|", "[", "return"};
  return std::ranges::any_of(before, [&](auto word) { return tokens[i].is(word); }) &&
         !is_operator_name(tokens, i);
}

/// The parenthesis that closes a type; 0 if there is something else between the two.
std::size_t end_of_type(const Tokens& tokens, std::size_t open) {
  constexpr std::string_view marks = "<>,:*[]";
  int angles = 0;
  for (std::size_t i = open + 1; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.is(")")) return i > open + 1 && angles == 0 ? i : 0;
    if (token.is("<")) ++angles;
    if (token.is(">")) --angles;
    const bool is_word = token.kind == Token::Kind::word;
    const bool is_number = token.kind == Token::Kind::number;
    const bool is_mark = token.text.size() == 1 && marks.find(token.text) != marks.npos;
    if (i == open + 1 ? !is_word && !token.is(":") : !is_word && !is_number && !is_mark) return 0;
    if (token.is(",") && angles == 0) return 0;
  }
  return 0;
}

}  // namespace

std::string with_cpp_literals(std::string_view text) {
  const Tokens tokens = tokenise(text);
  std::string result;
  std::size_t done = 0;
  const auto replace = [&](const Token& token, const std::string& with) {
    result.append(text.substr(done, token.offset - done)).append(with);
    done = token.end();
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == Token::Kind::directive) {
      const std::string_view body = replacement_of(definition_of(token.text));
      if (body.find("){") == body.npos && body.find(") {") == body.npos) continue;
      const std::string head(token.text.substr(0, token.text.size() - body.size()));
      replace(token, head + with_cpp_literals(body));
      continue;
    }
    const bool may_begin = token.is("(") && (i == 0 || precedes_operand(tokens, i - 1));
    const std::size_t close = may_begin ? end_of_type(tokens, i) : 0;
    if (close == 0 || close + 1 >= tokens.size() || !tokens[close + 1].is("{")) continue;
    replace(token, std::string(literal_type) + "<");
    replace(tokens[close], ">");
    i = close;
  }
  return result.append(text.substr(done));
}

}  // namespace duet
