#include "global_integers.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "compiler_messages.hpp"
#include "macros.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

constexpr std::array<std::string_view, 8> names{"int8_t",  "int16_t",  "int32_t",  "int64_t",
                                                "uint8_t", "uint16_t", "uint32_t", "uint64_t"};

// `::uint32_t` finds a type of the global namespace if the source declares one, else this.
constexpr std::string_view declarations =
    "namespace duet_integers {\n"
    "typedef signed char int8_t;\n"
    "typedef short int16_t;\n"
    "typedef int int32_t;\n"
    "typedef long long int64_t;\n"
    "typedef unsigned char uint8_t;\n"
    "typedef unsigned short uint16_t;\n"
    "typedef unsigned int uint32_t;\n"
    "typedef unsigned long long uint64_t;\n"
    "}\n"
    "using namespace duet_integers;\n";

bool is_scope(const std::vector<Token>& tokens, std::size_t i) {
  return i + 1 < tokens.size() && tokens[i].is(":") && tokens[i + 1].is(":");
}

/// "k<::uint32_t>" for "k<uint32_t>"
std::string with_global_scope(const std::string& expression) {
  const std::vector<Token> tokens = tokenise(expression);
  std::string text = expression;
  for (std::size_t i = tokens.size(); i-- > 0;) {
    const bool is_name = std::ranges::find(names, tokens[i].text) != names.end();
    const bool is_qualified = i >= 2 && is_scope(tokens, i - 2);
    if (is_name && !is_qualified) text.insert(tokens[i].offset, "::");
  }
  return text;
}

}  // namespace

Program with_global_integers(const Program& program) {
  Program result = program;
  for (std::string& kernel : result.kernels) kernel = with_global_scope(kernel);
  if (result.kernels == program.kernels) return result;
  result.source += '\n';
  result.source += line_directive(1, name_expression_file);
  result.source += declarations;
  return result;
}

std::string without_global_scope(std::string_view expression) {
  const std::vector<Token> tokens = tokenise(expression);
  std::string text(expression);
  for (std::size_t i = tokens.size(); i-- > 0;) {
    const bool begins_name =
        i == 0 || (tokens[i - 1].kind != Token::Kind::word && !tokens[i - 1].is(">"));
    if (is_scope(tokens, i) && begins_name) text.erase(tokens[i].offset, 2);
  }
  return text;
}

}  // namespace duet
