#include "wrapped_namespaces.hpp"

#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "source/tokens.hpp"

namespace duet {

namespace {

constexpr std::array<std::string_view, 3> wrapping_macros{
    "THRUST_CUB_WRAPPED_NAMESPACE", "THRUST_WRAPPED_NAMESPACE", "CUB_WRAPPED_NAMESPACE"};

/// Adds the value of a wrapping macro in `NAME value` or `NAME=value`.
void note_definition(std::set<std::string>& names, std::string_view definition) {
  for (const std::string_view macro : wrapping_macros) {
    if (!definition.starts_with(macro) || definition.size() <= macro.size()) continue;
    std::string name;
    for (const Token& token : tokenise(definition.substr(macro.size()))) {
      if (!token.is("=")) name += token.text;
    }
    if (!name.empty()) names.insert(name);
  }
}

void note_directives(std::set<std::string>& names, std::string_view text) {
  if (text.find("WRAPPED_NAMESPACE") == std::string_view::npos) return;
  for (const Token& token : tokenise(text)) {
    const std::size_t at = token.text.find("define");
    if (token.kind != Token::Kind::directive || at == std::string_view::npos) continue;
    const std::size_t name = token.text.find_first_not_of(" \t", at + 6);
    if (name != std::string_view::npos) note_definition(names, token.text.substr(name));
  }
}

}  // namespace

std::string wrapped_namespaces(const Program& program) {
  std::set<std::string> names;
  for (const std::string& macro : program.options.defines) note_definition(names, macro);
  note_directives(names, program.source);
  for (const Header& header : program.headers) note_directives(names, header.text);
  std::string text;
  for (const std::string& name : names) {
    text += fmt::format(
        "namespace thrust {{}}\nnamespace cub {{}}\nnamespace {} {{\n"
        "namespace thrust {{ using namespace ::thrust; }}\n"
        "namespace cub {{ using namespace ::cub; }}\n}}\n",
        name);
  }
  return text;
}

}  // namespace duet
