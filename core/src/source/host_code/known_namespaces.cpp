#include "known_namespaces.hpp"

namespace duet {

void KnownNamespaces::note(const std::vector<Token>& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == Token::Kind::directive &&
        tokens[i].text.find("namespace") != std::string_view::npos)
      note(tokenise(tokens[i].text.substr(1)));
    if (!tokens[i].is("namespace") || (i > 0 && tokens[i - 1].is("using"))) continue;
    for (std::size_t name = i + 1; name < tokens.size(); ++name) {
      if (tokens[name].kind == Token::Kind::word) {
        names_.insert(tokens[name].text);
      } else if (!tokens[name].is(":")) {
        break;
      }
    }
  }
}

bool KnownNamespaces::is_unknown_directive(const std::vector<Token>& tokens,
                                           const DeclarationItem& item) const {
  if (item.end < item.begin + 3 || !tokens[item.begin].is("using") ||
      !tokens[item.begin + 1].is("namespace"))
    return false;
  for (std::size_t i = item.begin + 2; i < item.end; ++i) {
    if (tokens[i].kind == Token::Kind::word && !names_.contains(tokens[i].text)) return true;
  }
  return false;
}

}  // namespace duet
