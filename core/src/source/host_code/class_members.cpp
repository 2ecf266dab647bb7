#include "class_members.hpp"

#include <algorithm>
#include <iterator>

#include "statement_ranges.hpp"

namespace duet {

using Kind = DeclarationItem::Kind;

namespace {

bool is_constant(const std::vector<Token>& tokens, const DeclarationItem& function) {
  return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(function.begin),
                     tokens.begin() + static_cast<std::ptrdiff_t>(function.body),
                     [](const Token& token) { return token.is("constexpr"); });
}

}  // namespace

void ClassMembers::note_definition(const Candidate& one) {
  marked_.insert(one.names.begin(), one.names.end());
  const std::vector<std::string_view> classes = qualifiers(one);
  if (classes.empty()) return;
  defined_.emplace(std::pair(classes.front(), one.tokens[one.item.name].text),
                   marks_.is_for_host(one.tokens, one.item));
}

bool ClassMembers::note_marked(const Candidate& one) {
  bool has_any = false;
  for (const DeclarationItem& member : one.members) {
    if (member.kind != Kind::function || !marks_.is_for_device(one.tokens, member)) continue;
    marked_.insert(one.tokens[member.name].text);
    has_any = true;
  }
  return has_any;
}

void ClassMembers::keep(Candidate& one, bool has_host_code) {
  const std::vector<Token>& tokens = one.tokens;
  for (const DeclarationItem& member : marks_.host_members(tokens, one.item, one.members)) {
    if (!hinted_.needs(one, member)) drop(one, member);
  }
  for (const DeclarationItem& member : one.members) {
    const bool may_go_alone = member.kind == Kind::variable || tokens[member.begin].is("friend");
    if (may_go_alone && hinted_.fails(one, member)) drop(one, member);
  }
  std::size_t from = one.item.begin;
  if (!one.members.empty()) {
    used_.use(tokens, from, one.item.body, false);
    from = one.item.body;
  }
  for (const DeclarationItem& member : one.members) {
    used_.use(tokens, from, member.begin, !one.is_for_device_only);
    from = member.end;
    const bool is_dropped = std::ranges::any_of(
        one.host_members, [&](const auto& host) { return host.begin == member.begin; });
    if (is_dropped) continue;
    if (may_go(one, member, has_host_code)) {
      one.open_members.push_back(member);
    } else {
      used_.use(tokens, member.begin, member.end, may_run_on_host(tokens, member));
    }
  }
  used_.use(tokens, from, one.item.end, !one.is_for_device_only);
}

/// Whether a member goes unless code that stays names it.
bool ClassMembers::may_go(const Candidate& one, const DeclarationItem& member,
                          bool has_host_code) const {
  if (member.kind != Kind::function) return false;
  const std::vector<Token>& tokens = one.tokens;
  const bool is_for_device_only =
      marks_.is_for_device(tokens, member) && !marks_.is_for_host(tokens, member);
  if (hinted_.fails(one, member) && !is_for_device_only) return true;
  if (hinted_.exist() && marks_.is_for_device(tokens, member))
    return !tokens[member.name].is("operator") && !one.names.empty();
  return has_host_code && !one.names.empty() && !hinted_.needs(one, member) &&
         marks_.is_unmarked_member(tokens, member);
}

void ClassMembers::keep_used(Candidate& one) {
  const std::vector<Token>& tokens = one.tokens;
  std::erase_if(one.open_members, [&](const DeclarationItem& member) {
    const std::string_view name = tokens[member.name].text;
    if (hinted_.fails(one, member) && !marks_.is_for_device(tokens, member)) {
      if (!can_stand_in(one, member)) return false;
      stand_in(one, member);
      return true;
    }
    const bool is_defined = member.body < member.end;
    const bool is_used =
        is_defined && !marked_.contains(name) ? used_.contain_shared(name) : used_.contain(name);
    if (!is_used) return false;
    used_.use(tokens, member.begin, member.end, may_run_on_host(tokens, member));
    return true;
  });
}

void ClassMembers::drop_open(Candidate& one) {
  for (const DeclarationItem& member : one.open_members) drop(one, member);
}

void ClassMembers::drop(Candidate& one, const DeclarationItem& member) {
  one.host_members.push_back(member);
  gone_.insert(
      {one.names.empty() ? std::string_view() : one.names.front(), one.tokens[member.name].text});
}

void ClassMembers::find_classes(const std::vector<Candidate>& candidates) {
  std::set<std::string_view> kept;
  for (const Candidate& one : candidates) {
    if (one.item.kind != Kind::type || one.names.empty()) continue;
    const bool is_defined = one.item.body < one.item.end;
    if (one.is_kept && is_defined) {
      kept.insert(one.names.front());
      note_stayed(one);
    }
    if (!one.is_kept && is_defined) gone_classes_.insert(one.names.front());
  }
  for (const std::string_view name : kept) gone_classes_.erase(name);
}

void ClassMembers::note_stayed(const Candidate& one) {
  for (const DeclarationItem& member : one.members) {
    const bool is_gone = std::ranges::any_of(
        one.host_members, [&](const auto& host) { return host.begin == member.begin; });
    if (member.kind == Kind::function && !is_gone)
      stayed_.insert({one.names.front(), one.tokens[member.name].text});
  }
}

bool ClassMembers::is_gone(const Candidate& one) const {
  if (!is_of_class(one)) return false;
  const std::vector<std::string_view> classes = qualifiers(one);
  const std::pair member(classes.empty() ? std::string_view() : classes.front(),
                         one.tokens[one.item.name].text);
  // Of several members of a name, those for devices may have stayed.
  const bool may_have_stayed = one.is_device && stayed_.contains(member);
  return (!classes.empty() && gone_.contains(member) && !may_have_stayed) ||
         std::ranges::any_of(classes, [&](auto name) { return gone_classes_.contains(name); });
}

/// Whether a member is a function that is not for devices only, or may have such.
bool ClassMembers::may_run_on_host(const std::vector<Token>& tokens,
                                   const DeclarationItem& member) const {
  const bool has_code = member.kind == Kind::function
                            ? member.body < member.end
                            : !is_data(member) || member.kind == Kind::type;
  if (!has_code) return false;
  return !marks_.is_for_device(tokens, member) || marks_.is_for_host(tokens, member);
}

bool ClassMembers::can_stand_in(const Candidate& one, const DeclarationItem& function) const {
  return function.kind == Kind::function && function.body < function.end &&
         !marks_.is_for_device(one.tokens, function) && hinted_.needs(one, function) &&
         !hinted_.fails_in_head(one, function) &&
         (is_constant(one.tokens, function) ? used_.contain(one.tokens[function.name].text)
                                            : used_.contain_shared(one.tokens[function.name].text));
}

void ClassMembers::stand_in(Candidate& one, const DeclarationItem& function) {
  used_.use(one.tokens, function.begin, function.body, true);
  if (!is_constant(one.tokens, function)) {
    one.stand_ins.push_back(function);
    return;
  }
  std::size_t from = function.body;
  for (const auto& [begin, end] :
       statement_ranges(one.tokens, function.body + 1, function.end - 1)) {
    if (!hinted_.fails(one, begin, end)) continue;
    one.trapped.emplace_back(begin, end);
    used_.use(one.tokens, from, begin, true);
    from = end;
  }
  used_.use(one.tokens, from, function.end, true);
}

bool ClassMembers::is_unreached(const Candidate& one, const DeclarationItem& function) const {
  const std::vector<Token>& tokens = one.tokens;
  if (function.kind != Kind::function || !hinted_.is_unreached(one, function)) return false;
  return !is_constant(tokens, function) && tokens[function.body].is("{") &&
         marks_.is_for_device(tokens, function) && !marks_.is_kernel(tokens, function);
}

void ClassMembers::mark_unreached(Candidate& one) const {
  if (is_unreached(one, one.item)) one.unreached.push_back(one.item);
  std::ranges::copy_if(one.members, std::back_inserter(one.unreached),
                       [&](const DeclarationItem& member) { return is_unreached(one, member); });
}

void ClassMembers::mark_called(Candidate& one) const {
  const auto mark = [&](const DeclarationItem& function) {
    if (function.kind == Kind::function && hinted_.calls(one, function) &&
        !marks_.is_for_device(one.tokens, function))
      one.made_for_both.push_back(function);
  };
  mark(one.item);
  for (const DeclarationItem& member : one.members) {
    mark(member);
    mark_as_defined(one, member);
  }
}

/// nvcc takes the marks of a member's definition outside of the class for its declaration.
void ClassMembers::mark_as_defined(Candidate& one, const DeclarationItem& member) const {
  const bool is_declared = member.kind == Kind::function && member.body == member.end;
  if (!is_declared || one.names.empty() || marks_.is_for_device(one.tokens, member)) return;
  const auto found = defined_.find({one.names.front(), one.tokens[member.name].text});
  if (found == defined_.end()) return;
  (found->second ? one.made_for_both : one.made_for_devices).push_back(member);
}

}  // namespace duet
