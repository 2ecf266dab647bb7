#include "template_keywords.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "tokens.hpp"

namespace duet {

namespace {

using Tokens = std::vector<Token>;

bool token_is(const Tokens& tokens, std::size_t i, std::string_view text) {
  return i < tokens.size() && tokens[i].is(text);
}

/// The token after the `>` of template arguments; 0 if the `<` at a token does not open such.
std::size_t after_arguments(const Tokens& tokens, std::size_t open) {
  int angles = 0;
  int others = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.is("(") || token.is("[")) ++others;
    if (token.is(")") || token.is("]")) --others;
    if (others < 0 || token.is(";") || token.is("{") || token.is("&")) return 0;
    if (others > 0) continue;
    if (token.is("<")) ++angles;
    if (token.is(">") && !token_is(tokens, i - 1, "-") && --angles == 0) return i + 1;
  }
  return 0;
}

/// Whether a member at a token is one of `names` and a function that is called with arguments of a
/// template.
bool calls_template(const Tokens& tokens, std::size_t i,
                    const std::set<std::string, std::less<>>& names) {
  if (!token_is(tokens, i + 1, "<") || !names.contains(tokens[i].text)) return false;
  return token_is(tokens, after_arguments(tokens, i + 1), "(");
}

/// Whether a name with a member is the one that a function is declared with: "Mode
/// Access<n>::allocate(".
/// @param end  the token after the name and its arguments
bool is_declarator(const Tokens& tokens, std::size_t i, std::size_t end) {
  constexpr std::array<std::string_view, 8> keywords{"return", "else",  "case",      "do",
                                                     "throw",  "const", "constexpr", "typename"};
  return i > 0 && tokens[i - 1].kind == Token::Kind::word &&
         std::ranges::find(keywords, tokens[i - 1].text) == keywords.end() &&
         token_is(tokens, end + 3, "(");
}

/// What the templates of a program declare.
struct Templates {
  std::set<std::string_view> names{};  ///< of functions and classes
  std::set<std::string_view> types{};  ///< parameters that stand for types

  void note(const Tokens& tokens) {
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (!tokens[i].is("template") || !tokens[i + 1].is("<")) continue;
      const std::size_t end = after_arguments(tokens, i + 1);
      for (std::size_t at = i + 2; at + 1 < end; ++at) {
        if ((tokens[at].is("typename") || tokens[at].is("class")) &&
            tokens[at + 1].kind == Token::Kind::word)
          types.insert(tokens[at + 1].text);
      }
      if (end != 0) note_name(tokens, end);
    }
  }

 private:
  /// The word before parameters, bases or a body.
  void note_name(const Tokens& tokens, std::size_t i) {
    for (; i + 1 < tokens.size(); ++i) {
      if (tokens[i].is(";") || tokens[i].is("=") || tokens[i].is("{")) return;
      const Token& next = tokens[i + 1];
      const bool is_name = tokens[i].kind == Token::Kind::word &&
                           !tokens[i].text.starts_with("__") &&
                           (next.is("(") || next.is(":") || next.is("{"));
      if (!is_name || (next.is(":") && token_is(tokens, i + 2, ":"))) continue;
      names.insert(tokens[i].text);
      return;
    }
  }
};

/// Whether the name at a token is a member's whose class may depend on parameters.
bool is_member(const Tokens& tokens, std::size_t i, const Templates& templates) {
  if (i < 2) return false;
  if (tokens[i - 1].is(".")) return !tokens[i - 2].is(".");
  if (tokens[i - 1].is(">")) return tokens[i - 2].is("-");
  return i > 2 && tokens[i - 1].is(":") && tokens[i - 2].is(":") &&
         templates.types.contains(tokens[i - 3].text);
}

}  // namespace

std::vector<std::string> with_template_keywords(const std::vector<std::string_view>& texts) {
  std::vector<Tokens> all;
  Templates templates;
  for (const std::string_view text : texts) templates.note(all.emplace_back(tokenise(text)));
  std::vector<std::string> results;
  for (std::size_t t = 0; t < texts.size(); ++t) {
    const Tokens& tokens = all[t];
    std::string& result = results.emplace_back();
    std::size_t copied = 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (!tokens[i + 1].is("<") || !templates.names.contains(tokens[i].text) ||
          !is_member(tokens, i, templates))
        continue;
      const std::size_t end = after_arguments(tokens, i + 1);
      const bool is_type = token_is(tokens, i - 1, ":");
      if (end == 0 || !(token_is(tokens, end, "(") || is_type)) continue;
      result.append(texts[t].substr(copied, tokens[i].offset - copied)).append("template ");
      copied = tokens[i].offset;
    }
    result.append(texts[t].substr(copied));
  }
  return results;
}

std::vector<std::string> with_keywords(const std::vector<std::string_view>& texts,
                                       const NamesOnLines& names) {
  std::vector<std::string> results;
  for (std::size_t t = 0; t < texts.size(); ++t) {
    const std::string_view text = texts[t];
    std::string& result = results.emplace_back();
    std::size_t copied = 0;
    const auto first = names.lower_bound({t, 0});
    const bool is_named = first != names.end() && first->first.first == t;
    const Tokens tokens = is_named ? tokenise(text) : Tokens();
    std::size_t line = 1;
    std::size_t counted = 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const std::size_t at = tokens[i].offset;
      line +=
          static_cast<std::size_t>(std::ranges::count(text.substr(counted, at - counted), '\n'));
      counted = at;
      const auto found = names.find({t, line});
      if (found == names.end() || !found->second.contains(tokens[i].text)) continue;
      const std::size_t end = tokens[i + 1].is("<") ? after_arguments(tokens, i + 1) : i + 1;
      const bool has_member = token_is(tokens, end, ":") && token_is(tokens, end + 1, ":");
      const bool is_type = has_member && !calls_template(tokens, end + 2, found->second) &&
                           !is_declarator(tokens, i, end);
      const bool is_qualified = i > 1 && tokens[i - 1].is(":") && tokens[i - 2].is(":");
      const bool is_inner = is_qualified || (i > 0 && tokens[i - 1].is("typename"));
      const bool is_function = !is_type && i > 0 && tokens[i + 1].is("<") &&
                               (tokens[i - 1].is(".") || tokens[i - 1].is(">") || is_inner);
      if (!is_function && (is_inner || !is_type)) continue;
      result.append(text.substr(copied, at - copied)).append(is_type ? "typename " : "template ");
      copied = at;
    }
    result.append(text.substr(copied));
  }
  return results;
}

}  // namespace duet
