#include "constant_floats.hpp"

#include "source/declarations/declaration_items.hpp"

namespace duet {

std::string with_constant_floats(std::string_view text) {
  const DeclarationItems source(text);
  const std::vector<Token>& tokens = source.tokens();
  std::string result;
  std::size_t done = 0;
  for (const DeclarationItem& item :
       source.in_namespaces().value_or(std::vector<DeclarationItem>())) {
    if (item.kind != DeclarationItem::Kind::variable) continue;
    std::size_t i = item.begin;
    if (tokens[i].is("static")) ++i;
    if (i + 3 >= item.end || !tokens[i].is("const") || !tokens[i + 3].is("=")) continue;
    if (!tokens[i + 1].is("float") && !tokens[i + 1].is("double")) continue;
    result.append(text.substr(done, tokens[i].offset - done)).append("constexpr");
    done = tokens[i].end();
  }
  return result.append(text.substr(done));
}

}  // namespace duet
