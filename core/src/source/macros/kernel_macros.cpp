#include "kernel_macros.hpp"

#include <algorithm>

#include "source/kernel_scan.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

/// A directive as one line, without comments and continuations.
std::string joined_line(std::string_view directive) {
  std::string line;
  for (const char c : directive) line += c == '\\' || c == '\n' || c == '\r' ? ' ' : c;
  return line;
}

/// The index of the parenthesis that closes the one at `open`, or the number of tokens.
std::size_t closing_parenthesis(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].is("(")) ++depth;
    if (tokens[i].is(")") && --depth == 0) return i;
  }
  return tokens.size();
}

std::string_view between(std::string_view text, const Token& open, const Token& close) {
  return text.substr(open.end(), close.offset - open.end());
}

/// @param definition  what follows `#define`
void add_macro(std::vector<KernelMacro>& macros, std::string_view definition) {
  const std::vector<Token> tokens = tokenise(definition);
  const bool has_parameters =
      tokens.size() > 2 && tokens[1].is("(") && tokens[1].offset == tokens[0].end();
  const std::size_t close = has_parameters ? closing_parenthesis(tokens, 1) : tokens.size();
  if (close == tokens.size()) return;
  macros.push_back({.name = std::string(tokens[0].text),
                    .parameters = split_list(between(definition, tokens[1], tokens[close])),
                    .body = std::string(definition.substr(tokens[close].end()))});
}

/// The body with arguments in place of the parameters. Names that `##` joins become one.
std::string expansion(const KernelMacro& macro, const std::vector<std::string>& arguments) {
  const std::vector<Token> tokens = tokenise(macro.body);
  const auto is_joint = [&](std::size_t i) {
    return i + 1 < tokens.size() && tokens[i].text == "#" && tokens[i + 1].text == "#";
  };
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is_joint(i)) {
      if (!text.empty() && text.back() == ' ') text.pop_back();
      ++i;
      continue;
    }
    const auto parameter = std::ranges::find(macro.parameters, tokens[i].text);
    const auto index = static_cast<std::size_t>(parameter - macro.parameters.begin());
    text += index < arguments.size() ? std::string_view(arguments[index]) : tokens[i].text;
    text += ' ';
  }
  return text;
}

}  // namespace

std::vector<KernelMacro> kernel_macros(std::string_view text) {
  std::vector<KernelMacro> macros;
  if (text.find("__global__") == std::string_view::npos) return macros;
  for (const Token& token : tokenise(text)) {
    if (token.kind != Token::Kind::directive) continue;
    const std::string line = joined_line(token.text);
    constexpr std::string_view word = "define";
    const std::size_t define = line.find_first_not_of(" \t", 1);
    if (define == std::string::npos || line.compare(define, word.size(), word) != 0) continue;
    if (line.find("__global__") != std::string::npos) {
      add_macro(macros, std::string_view(line).substr(define + word.size()));
    }
  }
  return macros;
}

std::string with_expanded_macros(std::string_view text, const std::vector<KernelMacro>& macros) {
  std::string result;
  std::size_t done = 0;
  const std::vector<Token> tokens = tokenise(text);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const auto macro = std::ranges::find(macros, tokens[i].text, &KernelMacro::name);
    if (macro == macros.end() || !tokens[i + 1].is("(")) continue;
    const std::size_t close = closing_parenthesis(tokens, i + 1);
    if (close == tokens.size()) break;
    const std::string_view arguments = between(text, tokens[i + 1], tokens[close]);
    result.append(text.substr(done, tokens[i].offset - done));
    result += expansion(*macro, split_list(arguments));
    result.append(static_cast<std::size_t>(std::ranges::count(arguments, '\n')), '\n');
    done = tokens[close].end();
    i = close;
  }
  return result.append(text.substr(done));
}

}  // namespace duet
