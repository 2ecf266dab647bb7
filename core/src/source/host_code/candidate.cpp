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

bool is_data(const DeclarationItem& member) {
  return member.kind != Kind::function && member.kind != Kind::other;
}

}  // namespace duet
