#include "kernel_name.hpp"

#include <algorithm>
#include <array>

#include "kernel_scan.hpp"
#include "tokens.hpp"

namespace duet {

namespace {

/// The length of the name at the beginning of the tokens, in tokens; 0 if there is none.
std::size_t name_length(const std::vector<Token>& tokens, std::size_t begin) {
  const auto is_word = [&](std::size_t i) {
    return i < tokens.size() && tokens[i].kind == Token::Kind::word;
  };
  const auto is_colon = [&](std::size_t i) { return i < tokens.size() && tokens[i].is(":"); };
  std::size_t i = begin;
  if (!is_word(i)) return 0;
  ++i;
  while (is_colon(i) && is_colon(i + 1) && is_word(i + 2)) i += 3;
  return i - begin;
}

std::size_t after_prefix(const std::vector<Token>& tokens) {
  std::size_t i = 0;
  while (i < tokens.size() && (tokens[i].is("&") || tokens[i].is(":"))) ++i;
  return i;
}

/// The index after the bracket that closes the one at `open`; 0 if none does.
std::size_t after_arguments(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  int parentheses = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].is("(")) ++parentheses;
    if (tokens[i].is(")")) --parentheses;
    if (parentheses < 0) return 0;
    if (parentheses != 0) continue;
    if (tokens[i].is("<")) ++depth;
    if (tokens[i].is(">") && --depth == 0) return i + 1;
  }
  return 0;
}

std::string text_of(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += tokens[i].text;
  return text;
}

}  // namespace

std::optional<KernelName> parse_kernel_name(std::string_view expression) {
  const std::vector<Token> tokens = tokenise(expression);
  const std::size_t begin = after_prefix(tokens);
  const std::size_t end = begin + name_length(tokens, begin);
  if (end == begin) return std::nullopt;
  KernelName result{.name = text_of(tokens, begin, end), .arguments = {}};
  if (end == tokens.size()) return result;
  if (!tokens[end].is("<") || after_arguments(tokens, end) != tokens.size()) return std::nullopt;
  const std::size_t first = tokens[end].end();
  result.arguments = split_list(expression.substr(first, tokens.back().offset - first));
  return result;
}

std::string address_expression(const std::string& expression) {
  const std::vector<Token> tokens = tokenise(expression);
  const std::size_t begin = after_prefix(tokens);
  std::size_t end = begin + name_length(tokens, begin);
  if (end == begin) return expression;
  if (end < tokens.size() && tokens[end].is("<")) end = after_arguments(tokens, end);
  const bool has_parameters = end > begin && end + 1 < tokens.size() && tokens[end].is("(") &&
                              tokens.back().is(")") && !tokens[begin].text.ends_with("_cast");
  if (!has_parameters) return expression;
  const std::size_t open = tokens[end].offset;
  return "(void (*)" + expression.substr(open) + ")" + expression.substr(0, open);
}

std::string cleaned_kernel_name(std::string_view expression) {
  std::string bare;
  for (const char c : expression) bare += std::string_view("\"'`;").find(c) < 4 ? ' ' : c;
  std::vector<Token> tokens = tokenise(bare);
  std::erase_if(tokens, [](const Token& token) {
    constexpr std::array<std::string_view, 5> words{"void", "__global__", "extern", "C", "static"};
    return std::ranges::find(words, token.text) != words.end();
  });
  std::size_t begin = after_prefix(tokens);
  while (begin < tokens.size() && name_length(tokens, begin) == 0) ++begin;
  const std::size_t end = begin + name_length(tokens, begin);
  std::string name = text_of(tokens, begin, end);
  if (end >= tokens.size() || !tokens[end].is("<")) return name;
  std::string rest(bare.substr(tokens[end].offset));
  const std::size_t after = after_arguments(tokens, end);
  if (after != 0) return name + rest.substr(0, tokens[after - 1].end() - tokens[end].offset);
  while (!rest.empty() && (rest.back() == ' ' || rest.back() == ')' || rest.back() == '(')) {
    rest.pop_back();
  }
  return name + rest + ">";
}

}  // namespace duet
