#include "host_types.hpp"

#include <algorithm>

namespace duet {

using Kind = DeclarationItem::Kind;

void HostTypes::find(std::vector<Candidate>& candidates) {
  std::set<std::string_view> others;
  for (const Candidate& one : candidates) {
    if (!one.is_host) others.insert(one.names.begin(), one.names.end());
  }
  for (const Candidate& one : candidates) {
    const bool is_hosts = one.item.kind == Kind::alias && one.is_host && !one.names.empty();
    if (is_hosts && !others.contains(one.names.back())) names_.insert(one.names.back());
  }
  for (std::size_t before = names_.size() + 1; before != names_.size();) {
    before = names_.size();
    for (Candidate& one : candidates) check(one);
  }
  for (Candidate& one : candidates) one.is_host |= is_specialised_for_host(one);
}

void HostTypes::check(Candidate& one) {
  const bool is_alias = one.item.kind == Kind::alias && !is_named_class(one);
  const bool is_defined = one.item.kind == Kind::type && one.item.body < one.item.end;
  if (!(is_alias || is_defined) || one.names.empty() || one.is_host) return;
  const std::string_view name = is_alias ? one.names.back() : one.names.front();
  if (used_.contain_type(name)) return;
  if (is_alias ? !names_host(one.tokens, one.item.begin, one.item.end) : !has_host_data(one))
    return;
  one.is_host = true;
  // A specialisation tells nothing of the class itself.
  if (is_alias || !one.tokens[one.item.name + 1].is("<")) names_.insert(name);
}

bool HostTypes::names_host(const std::vector<Token>& tokens, std::size_t begin,
                           std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    if (names_.contains(tokens[i].text)) return true;
  }
  return marks_.reaches_host(tokens, begin, end);
}

bool HostTypes::has_host_data(const Candidate& one) const {
  if (!names_host(one.tokens, one.item.begin, one.item.end)) return false;
  if (marks_.reaches_host(one.tokens, one.item.begin, one.item.body)) return true;
  return std::ranges::any_of(one.members, [&](const DeclarationItem& member) {
    return is_data(member) && names_host(one.tokens, member.begin, member.end);
  });
}

/// Whether it is a specialisation of a class for a type of the host: `template <> struct A<Host>`.
bool HostTypes::is_specialised_for_host(const Candidate& one) const {
  if (one.item.kind != Kind::type || one.names.empty() || !one.tokens[one.item.name + 1].is("<"))
    return false;
  for (std::size_t i = one.item.name + 1; i < one.item.body; ++i) {
    if (names_.contains(one.tokens[i].text)) return true;
  }
  return false;
}

}  // namespace duet
