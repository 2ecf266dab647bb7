#include "candidate.hpp"

#include "source/declarations/declared_names.hpp"

namespace duet {

using Kind = DeclarationItem::Kind;

bool is_class(const Candidate& one) {
  if (one.item.kind == Kind::alias) return true;
  return one.item.kind == Kind::type && one.item.body < one.item.end &&
         !has_token(one.tokens, one.item.begin, one.item.body, "enum");
}

bool is_named_class(const Candidate& one) {
  return one.item.kind == Kind::alias && has_token(one.tokens, one.item.begin, one.item.end, "{");
}

bool is_directive(const Candidate& one) { return one.item.kind == Kind::other && !one.is_host; }

bool is_of_class(const Candidate& one) {
  return one.item.name > one.item.begin && one.tokens[one.item.name - 1].is(":");
}

std::vector<std::string_view> qualifiers(const Candidate& one) {
  std::vector<std::string_view> names;
  const std::vector<Token>& tokens = one.tokens;
  for (std::size_t i = one.item.name; i > one.item.begin + 2 && tokens[i - 1].is(":");) {
    i -= 3;  // before `::`
    int depth = 0;
    for (; i > one.item.begin; --i) {
      if (tokens[i].is(">")) ++depth;
      if (tokens[i].is("<")) --depth;
      if (depth == 0 && tokens[i].kind == Token::Kind::word) break;
    }
    if (tokens[i].kind != Token::Kind::word) break;
    names.push_back(tokens[i].text);
  }
  return names;
}

bool is_data(const DeclarationItem& member) {
  return member.kind != Kind::function && member.kind != Kind::other;
}

}  // namespace duet
