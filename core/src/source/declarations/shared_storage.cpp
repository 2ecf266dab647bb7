#include "shared_storage.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "source/token_list.hpp"

namespace duet {

namespace {

/// A declaration of one shared variable without a value.
struct SharedVariable {
  std::size_t type;  ///< its first token, behind attributes
  std::size_t name;
  std::size_t end;  ///< the semicolon
};

std::optional<SharedVariable> shared_variable(const TokenList& tokens, std::size_t shared) {
  SharedVariable variable{shared + 1, 0, 0};
  while (variable.type < tokens.size() && TokenList::takes_parentheses(tokens[variable.type]))
    variable.type = tokens.after_parentheses(variable.type + 1);
  for (std::size_t i = variable.type; i < tokens.size(); ++i) {
    if (tokens.is(i, "<")) i = tokens.after_group(i, '<', '>') - 1;
    if (tokens.is(i, "[")) i = tokens.after_group(i, '[', ']') - 1;
    if (i >= tokens.size() || tokens.is(i, "=") || tokens.is(i, ",") || tokens.is(i, "(") ||
        tokens.is(i, "{"))
      return std::nullopt;
    const bool is_last_word =
        tokens[i].kind == Token::Kind::word && (tokens.is(i + 1, "[") || tokens.is(i + 1, ";"));
    if (is_last_word && variable.name == 0) variable.name = i;
    if (!tokens.is(i, ";")) continue;
    variable.end = i;
    return variable.name > variable.type ? std::optional(variable) : std::nullopt;
  }
  return std::nullopt;
}

/// @param lines  on which such variables are
std::string with_storage(std::string_view text, const std::set<std::size_t>& lines) {
  const TokenList tokens(text);
  std::string result;
  std::size_t copied = 0;
  std::size_t line = 1;
  std::size_t counted = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is(i, "__shared__")) continue;
    const auto variable = shared_variable(tokens, i);
    if (!variable) continue;
    const auto part = [&](std::size_t begin, std::size_t end) {
      return text.substr(tokens[begin].offset, tokens[end].offset - tokens[begin].offset);
    };
    const std::size_t name_at = tokens[variable->name].offset;
    line +=
        static_cast<std::size_t>(std::ranges::count(text.substr(counted, name_at - counted), '\n'));
    counted = name_at;
    if (!lines.contains(line)) continue;
    result += text.substr(copied, tokens[variable->type].offset - copied);
    result += fmt::format(
        "::duet::spelling::SharedStorage<{0}{1}> duet_{2}; auto& {2} = duet_{2}.value()",
        part(variable->type, variable->name), part(variable->name + 1, variable->end),
        tokens[variable->name].text);
    copied = tokens[variable->end].offset;
  }
  return result.append(text.substr(copied));
}

}  // namespace

std::vector<std::string> with_shared_storage(
    std::span<const std::string_view> texts,
    const std::set<std::pair<std::size_t, std::size_t>>& places) {
  std::vector<std::string> results(texts.begin(), texts.end());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::set<std::size_t> lines;
    for (const auto& [text, line] : places) {
      if (text == i) lines.insert(line);
    }
    if (!lines.empty()) results[i] = with_storage(texts[i], lines);
  }
  return results;
}

}  // namespace duet
