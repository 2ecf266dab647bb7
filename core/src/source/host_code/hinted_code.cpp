#include "hinted_code.hpp"

#include <algorithm>

#include "declaration_marks.hpp"

namespace duet {

HintedCode::HintedCode(const std::vector<std::string_view>& texts, const HostCodeHints& hints)
    : hints_(hints),
      lines_(lines(texts, hints, hints.failing)),
      unreached_(lines(texts, hints, hints.unreached)),
      false_assertions_(lines(texts, hints, hints.false_assertions)),
      repeated_(lines(texts, hints, hints.repeated)) {}

HintedCode::Lines HintedCode::lines(const std::vector<std::string_view>& texts,
                                    const HostCodeHints& hints,
                                    const std::set<std::pair<std::size_t, std::size_t>>& numbers) {
  Lines result;
  for (const auto& [index, number] : numbers) {
    if (index >= texts.size()) continue;
    const std::string_view text = texts[index];
    std::size_t begin = 0;
    for (std::size_t i = 1; i < number && begin < text.size(); ++i)
      begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
    result.push_back({index, begin, std::min(text.find('\n', begin), text.size()),
                      hints.failing_again.contains({index, number})});
  }
  return result;
}

bool HintedCode::exist() const {
  return !(hints_.needed.empty() && hints_.called.empty() && hints_.failing.empty());
}

/// @param begin, end  a range of the candidate's tokens
bool HintedCode::have_error(const Lines& lines, const Candidate& one, std::size_t begin,
                            std::size_t end) {
  if (end <= begin) return false;
  return std::ranges::any_of(lines, [&](const Line& line) {
    return line.text == one.text && one.tokens[begin].offset < line.end &&
           one.tokens[end - 1].end() > line.begin;
  });
}

bool HintedCode::fails(const Candidate& one, const DeclarationItem& member) const {
  return fails(one, member.begin, member.end);
}

bool HintedCode::fails_again(const Candidate& one) const {
  return std::ranges::any_of(lines_, [&](const Line& line) {
    return line.fails_again && line.text == one.text &&
           one.tokens[one.item.begin].offset < line.end &&
           one.tokens[one.item.end - 1].end() > line.begin;
  });
}

bool HintedCode::fails_in_head(const Candidate& one, const DeclarationItem& function) const {
  if (function.body >= function.end) return fails(one, function);
  return std::ranges::any_of(lines_, [&](const Line& line) {
    const std::size_t body = one.tokens[function.body].offset;
    return line.text == one.text && one.tokens[function.begin].offset < line.end &&
           (body > line.end || (line.fails_again && body > line.begin));
  });
}

bool HintedCode::fails_as_whole(const Candidate& one) const {
  if (!fails(one)) return false;
  if (one.members.empty()) return true;
  if (fails(one, one.item.begin, one.item.body)) return true;
  bool has_failing_part = false;
  for (const DeclarationItem& member : one.members) {
    if (!fails(one, member)) continue;
    const bool is_part = member.kind == DeclarationItem::Kind::function ||
                         member.kind == DeclarationItem::Kind::variable;
    if (is_data(member) && !is_part) return true;
    has_failing_part |= is_part;
  }
  return !has_failing_part;
}

bool HintedCode::is_false_assertion(const Candidate& one) const {
  return one.tokens[one.item.begin].is("static_assert") &&
         have_error(false_assertions_, one, one.item.begin, one.item.end);
}

bool HintedCode::is_redefined(const Candidate& one) const {
  if (one.item.kind != DeclarationItem::Kind::function) return false;
  if (have_error(repeated_, one, one.item.begin, one.item.name + 1)) return true;
  return hints_.redefined_atomics.contains(one.tokens[one.item.name].text) &&
         DeclarationMarks::is_of_wide_words(one.tokens, one.item);
}

bool HintedCode::is_unreached(const Candidate& one, const DeclarationItem& function) const {
  return have_error(unreached_, one, function.body, function.end);
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
