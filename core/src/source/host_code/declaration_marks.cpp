#include "declaration_marks.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "host_words.hpp"
#include "source/declarations/declared_names.hpp"

namespace duet {

namespace {

using Kind = DeclarationItem::Kind;

}  // namespace

bool DeclarationMarks::is_of_wide_words(const std::vector<Token>& tokens,
                                        const DeclarationItem& item) {
  std::size_t i = item.name + 2;
  while (i < item.body && (tokens[i].is("std") || tokens[i].is(":"))) ++i;
  return i + 1 < item.body && tokens[i].is("uint64_t") && tokens[i + 1].is("*");
}

bool DeclarationMarks::is_for_device(const std::vector<Token>& tokens,
                                     const DeclarationItem& item) const {
  const bool has_name = item.kind == Kind::function && item.name > item.begin;
  const std::size_t end = has_name ? item.name : item.end;
  int depth = 0;  // of template parameters and arguments, which are no attributes
  int parentheses = 0;
  for (std::size_t i = item.begin; i < end; ++i) {
    if (tokens[i].is("(")) ++parentheses;
    if (tokens[i].is(")")) --parentheses;
    if (tokens[i].is("<")) ++depth;
    if (tokens[i].is(">")) --depth;
    const bool is_word = tokens[i].kind == Token::Kind::word && (depth <= 0 || !has_name);
    const bool is_qualifier = i + 1 < end && tokens[i + 1].is(":");
    // Names of macros that no text shows may be attributes, but not as arguments.
    if (is_word && !is_qualifier && macros_.stands_for_device(tokens[i].text, parentheses == 0))
      return true;
  }
  return false;
}

bool DeclarationMarks::is_for_host(const std::vector<Token>& tokens,
                                   const DeclarationItem& item) const {
  for (std::size_t i = item.begin; i < item.body; ++i) {
    if (macros_.stands_for(tokens[i].text, "__host__") ||
        macros_.stands_for(tokens[i].text, "constexpr"))
      return true;
  }
  return false;
}

bool DeclarationMarks::is_unmarked(const std::vector<Token>& tokens,
                                   const DeclarationItem& item) const {
  const bool is_function = item.kind == Kind::function && item.body < item.end;
  if (!is_function && item.kind != Kind::variable) return false;
  for (std::size_t i = item.begin; i < item.end; ++i) {
    const std::string_view word = tokens[i].text;
    const bool is_qualifier = i + 1 < item.end && tokens[i + 1].is(":");
    if (!is_qualifier && macros_.stands_for_device(word)) return false;  // in another branch
    const bool is_in_head = !is_function || i < item.name;
    if (is_in_head && (word == "concept" || word == "namespace" ||
                       macros_.stands_for(word, "constexpr") || (!is_function && word == "const")))
      return false;
  }
  return true;
}

bool DeclarationMarks::is_unmarked_member(const std::vector<Token>& tokens,
                                          const DeclarationItem& member) const {
  if (member.kind != Kind::function || tokens[member.name].is("operator")) return false;
  if (is_for_device(tokens, member)) return false;
  constexpr std::array<std::string_view, 6> words{"virtual", "override", "final",
                                                  "default", "delete",   "consteval"};
  for (std::size_t i = member.begin; i < member.body; ++i) {
    if (std::ranges::find(words, tokens[i].text) != words.end() ||
        macros_.stands_for(tokens[i].text, "constexpr"))
      return false;
  }
  return true;
}

bool DeclarationMarks::is_builtin(const std::vector<Token>& tokens, const DeclarationItem& item) {
  if (item.kind != Kind::function) return false;
  const std::string_view name = tokens[item.name].text;
  if (item.body != item.end) return false;
  return name == "__assertfail" || name == "__assert_fail" ||
         has_token(tokens, item.begin, item.name, "__device_builtin__") ||
         has_token(tokens, item.begin, item.name, "__cudart_builtin__");
}

bool DeclarationMarks::is_kernel(const std::vector<Token>& tokens,
                                 const DeclarationItem& item) const {
  for (std::size_t i = item.begin; item.kind == Kind::function && i < item.name; ++i) {
    if (macros_.stands_for(tokens[i].text, "__global__")) return true;
  }
  return false;
}

bool DeclarationMarks::is_kernel_template(const std::vector<Token>& tokens,
                                          const DeclarationItem& item) {
  if (item.kind != Kind::function || item.name < item.begin + 2) return false;
  return tokens[item.begin].is("template") && tokens[item.begin + 1].is("<") &&
         has_token(tokens, item.begin, item.name, "__global__");
}

bool DeclarationMarks::is_assembly(const std::vector<Token>& tokens,
                                   const DeclarationItem& item) const {
  const bool is_helper =
      item.kind == Kind::function && item.body < item.end && !tokens[item.name].is("operator");
  if (!is_helper || is_kernel(tokens, item)) return false;
  bool has_assembly = false;
  for (std::size_t i = item.begin; i < item.end; ++i) {
    has_assembly |= macros_.stands_for(tokens[i].text, "asm") || tokens[i].is("__asm__");
  }
  return has_assembly && !macros_.may_hide(tokens[item.name].text);
}

bool DeclarationMarks::reaches_host(const std::vector<Token>& tokens, std::size_t begin,
                                    std::size_t end) const {
  if (uses_host(tokens, begin, end)) return true;
  const auto at = [&](std::size_t i) { return tokens.begin() + static_cast<std::ptrdiff_t>(i); };
  return std::any_of(at(begin), at(end), [this](const Token& token) {
    return token.kind == Token::Kind::word && macros_.use_host(token.text);
  });
}

std::vector<DeclarationItem> DeclarationMarks::host_members(
    const std::vector<Token>& tokens, const DeclarationItem& type,
    std::vector<DeclarationItem> members) const {
  if (type.kind != Kind::type || type.body >= type.end ||
      !reaches_host(tokens, type.body, type.end))
    return {};
  std::set<std::string_view> host_data;
  for (const DeclarationItem& member : members) {
    if (member.kind != Kind::variable || !reaches_host(tokens, member.begin, member.end)) continue;
    for (const std::string_view name : declared_names(tokens, member)) host_data.insert(name);
  }
  std::erase_if(members, [&](const DeclarationItem& member) {
    const bool is_friend =
        member.kind == Kind::other && has_token(tokens, member.begin, member.end, "friend");
    return (member.kind != Kind::function && !is_friend) || is_for_device(tokens, member);
  });
  std::set<std::string_view> hosts;
  const auto is_host = [&](const DeclarationItem& member) {
    if (reaches_host(tokens, member.begin, member.end)) return true;
    for (std::size_t i = member.name + 1; i + 1 < member.end; ++i) {
      if (i > member.body && host_data.contains(tokens[i].text)) return true;
      if (tokens[i + 1].is("(") && hosts.contains(tokens[i].text)) return true;
    }
    return false;
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const DeclarationItem& member : members) {
      grows |= is_host(member) && hosts.insert(tokens[member.name].text).second;
    }
  }
  std::erase_if(members, [&](const DeclarationItem& member) { return !is_host(member); });
  return members;
}

}  // namespace duet
