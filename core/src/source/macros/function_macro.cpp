#include "function_macro.hpp"

#include <algorithm>
#include <cstddef>

namespace duet {

namespace {

using Tokens = std::vector<Token>;
using Arguments = std::vector<std::string>;

bool is_joined(const Tokens& tokens, std::size_t i) {
  return i + 1 < tokens.size() && tokens[i].is("#") && tokens[i + 1].is("#");
}

/// Appends a token's text, after a blank if there was space before it.
void append(std::string& text, const Tokens& tokens, std::size_t i, std::string_view part) {
  const bool has_space = i > 0 && tokens[i].offset > tokens[i - 1].end();
  if (has_space && !text.empty()) text += ' ';
  text += part;
}

std::string rest_of(const Arguments& arguments, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < arguments.size(); ++i)
    text += (i > first ? ", " : "") + arguments[i];
  return text;
}

/// An argument as `#` makes a string of it.
std::string quoted(std::string_view argument) {
  std::string text = "\"";
  for (const char c : argument) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

}  // namespace

std::optional<FunctionMacro> function_macro(std::string_view definition) {
  const Tokens tokens = tokenise(definition);
  if (tokens.size() < 3 || !tokens[1].is("(") || tokens[1].offset != tokens[0].end())
    return std::nullopt;
  FunctionMacro macro{.name = tokens[0].text};
  std::size_t i = 2;
  for (; i < tokens.size() && !tokens[i].is(")"); ++i) {
    if (tokens[i].kind == Token::Kind::word) macro.parameters.push_back(tokens[i].text);
  }
  if (i + 1 < tokens.size()) macro.body = definition.substr(tokens[i].end());
  return macro;
}

std::optional<FunctionMacro> function_macro_of(const Token& token) {
  if (token.kind != Token::Kind::directive) return std::nullopt;
  return function_macro(definition_of(token.text));
}

std::vector<std::string> macro_arguments(const Tokens& tokens, std::size_t& open) {
  Arguments arguments(1);
  int depth = 0;
  for (; open < tokens.size(); ++open) {
    const Token& token = tokens[open];
    if (token.is(")") && --depth == 0) break;
    if (depth == 1 && token.is(",")) {
      arguments.emplace_back();
    } else if (depth > 0) {
      append(arguments.back(), tokens, open, token.text);
    }
    if (token.is("(")) ++depth;
  }
  return arguments;
}

std::string expansion(const FunctionMacro& macro, const Arguments& arguments) {
  const Tokens tokens = tokenise(macro.body);
  const auto argument = [&](const Token& token) -> std::optional<std::string> {
    if (token.text == "__VA_ARGS__") return rest_of(arguments, macro.parameters.size());
    const auto parameter = std::ranges::find(macro.parameters, token.text);
    if (parameter == macro.parameters.end()) return std::nullopt;
    return arguments[static_cast<std::size_t>(parameter - macro.parameters.begin())];
  };
  std::string text;
  bool joins = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is("\\")) continue;
    if (is_joined(tokens, i)) {
      joins = true;
      ++i;
      continue;
    }
    std::string part(tokens[i].text);
    if (const auto given = argument(tokens[i])) part = *given;
    if (!joins && i > 0 && tokens[i].offset > tokens[i - 1].end()) text += ' ';
    if (tokens[i].is("#") && i + 1 < tokens.size()) {
      if (const auto given = argument(tokens[i + 1])) {
        part = quoted(*given);
        ++i;
      }
    }
    text += part;
    joins = false;
  }
  return text;
}

void add_macro(FunctionMacros& macros, std::string_view name, const FunctionMacro* macro) {
  const auto [known, is_new] = macros.try_emplace(name, macro);
  if (is_new || known->second == nullptr) return;
  if (macro == nullptr || *known->second != *macro) known->second = nullptr;
}

std::string expand_macros(std::string_view text, const FunctionMacros& macros) {
  const Tokens tokens = tokenise(text);
  std::string result;
  bool is_changed = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto macro = macros.find(tokens[i].text);
    const bool is_use = macro != macros.end() && macro->second != nullptr &&
                        i + 1 < tokens.size() && tokens[i + 1].is("(");
    if (!is_use) {
      append(result, tokens, i, tokens[i].text);
      continue;
    }
    std::size_t at = i + 1;
    const Arguments arguments = macro_arguments(tokens, at);
    if (arguments.size() < macro->second->parameters.size()) {
      append(result, tokens, i, tokens[i].text);
      continue;
    }
    append(result, tokens, i, expansion(*macro->second, arguments));
    is_changed = true;
    i = at;
  }
  return is_changed ? expand_macros(result, macros) : result;
}

}  // namespace duet
