#include "type_macros.hpp"

#include <algorithm>
#include <array>

#include "source/tokens.hpp"

namespace duet {

namespace {

constexpr std::array<std::string_view, 12> integer_types{
    "int16_t",  "int32_t",  "int64_t",  "int8_t",  "uchar", "uint",
    "uint16_t", "uint32_t", "uint64_t", "uint8_t", "ulong", "ushort"};
constexpr std::array<std::string_view, 6> integer_words{"char",  "int",    "long",
                                                        "short", "signed", "unsigned"};

template <std::size_t count>
bool is_in(const std::array<std::string_view, count>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// @param definition  what follows "#define"
bool is_type_macro(std::string_view definition) {
  const std::vector<Token> tokens = tokenise(definition);
  return tokens.size() > 1 && is_in(integer_types, tokens.front().text) &&
         std::all_of(tokens.begin() + 1, tokens.end(),
                     [](const Token& token) { return is_in(integer_words, token.text); });
}

}  // namespace

std::string without_type_macros(std::string_view text) {
  std::string result(text);
  for (const Token& token : tokenise(text)) {
    if (token.kind != Token::Kind::directive || !is_type_macro(definition_of(token.text))) continue;
    for (std::size_t i = token.offset; i < token.end(); ++i) {
      if (result[i] != '\n') result[i] = ' ';
    }
  }
  return result;
}

}  // namespace duet
