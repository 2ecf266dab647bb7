#include "hinted_code.hpp"

#include <algorithm>

namespace duet {

HintedCode::HintedCode(const std::vector<std::string_view>& texts, const HostCodeHints& hints)
    : hints_(hints) {
  for (const auto& [index, number] : hints.failing) {
    if (index >= texts.size()) continue;
    const std::string_view text = texts[index];
    std::size_t begin = 0;
    for (std::size_t i = 1; i < number && begin < text.size(); ++i)
      begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines_.push_back({index, begin, std::min(text.find('\n', begin), text.size())});
  }
}

bool HintedCode::fails(const Candidate& one, const DeclarationItem& member) const {
  if (member.end <= member.begin) return false;
  return std::ranges::any_of(lines_, [&](const Line& line) {
    return line.text == one.text && one.tokens[member.begin].offset < line.end &&
           one.tokens[member.end - 1].end() > line.begin;
  });
}

bool HintedCode::has_failing_member(const Candidate& one) const {
  return std::ranges::any_of(one.members, [&](const DeclarationItem& member) {
    return member.kind == DeclarationItem::Kind::function && fails(one, member);
  });
}

bool HintedCode::needs(const Candidate& one) const {
  return std::ranges::any_of(one.names,
                             [&](std::string_view name) { return hints_.needed.contains(name); });
}

bool HintedCode::needs(const Candidate& one, const DeclarationItem& member) const {
  return hints_.needed.contains(one.tokens[member.name].text);
}

bool HintedCode::calls(const Candidate& one, const DeclarationItem& function) const {
  if (hints_.called.contains(one.tokens[function.name].text)) return true;
  // Errors name the class of an operator.
  return one.tokens[function.name].is("operator") && !one.names.empty() &&
         hints_.called.contains(one.names.front());
}

}  // namespace duet
