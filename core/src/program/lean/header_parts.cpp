#include "header_parts.hpp"

#include <algorithm>
#include <unordered_set>

#include "operator_symbols.hpp"
#include "source/declarations/declaration_items.hpp"

namespace duet {

namespace {

using Kind = DeclarationItem::Kind;
using Tokens = std::vector<Token>;
using Words = std::vector<std::string_view>;

bool is_word(const Token& token) { return token.kind == Token::Kind::word; }

Words distinct_words(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::unordered_set<std::string_view> seen;
  Words words;
  for (std::size_t i = begin; i < end; ++i) {
    if (is_word(tokens[i]) && seen.insert(tokens[i].text).second) words.push_back(tokens[i].text);
  }
  return words;
}

void merge(Words& words, const Words& others) {
  for (const std::string_view word : others) {
    if (std::ranges::find(words, word) == words.end()) words.push_back(word);
  }
}

/// The index after `template <…>`, which may be repeated.
std::size_t after_template(const Tokens& tokens, const DeclarationItem& item) {
  std::size_t i = item.begin;
  while (i + 1 < item.end && tokens[i].is("template") && tokens[i + 1].is("<")) {
    int depth = 0;
    int parentheses = 0;
    for (++i; i < item.end; ++i) {
      if (tokens[i].is("(")) ++parentheses;
      if (tokens[i].is(")")) --parentheses;
      if (parentheses == 0 && tokens[i].is("<")) ++depth;
      if (parentheses == 0 && tokens[i].is(">") && --depth == 0) break;
    }
    ++i;
  }
  return i;
}

/// The name of a variable or of a specialisation of one; empty if there may be several.
Words variable_name(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::string_view name;
  int depth = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const Token& token = tokens[i];
    if (token.is("<")) ++depth;
    if (token.is(">")) --depth;
    if (depth != 0) continue;
    if (token.is("=") || token.is("{") || token.is(";") || token.is("[")) break;
    if (!is_word(token) && !token.is(">") && !token.is("*") && !token.is(":")) return {};
    if (is_word(token)) name = token.text;
  }
  return name.empty() ? Words{} : Words{name};
}

Words enumerators(const Tokens& tokens, const DeclarationItem& item) {
  Words names{tokens[item.name].text};
  for (std::size_t i = item.body; i + 1 < item.end; ++i) {
    const Token& next = tokens[i + 1];
    if (is_word(tokens[i]) && (next.is("=") || next.is(",") || next.is("}")))
      names.push_back(tokens[i].text);
  }
  return names;
}

/// The name of `using X = …;`, `using a::X;` or `typedef … X;`.
Words alias_name(const Tokens& tokens, std::size_t first, std::size_t end) {
  if (first + 2 < end && tokens[first + 2].is("=")) return {tokens[first + 1].text};
  for (std::size_t i = first; i + 1 < end; ++i) {
    const Token& token = tokens[i];
    if (!is_word(token) && !token.is(":") && !token.is("*")) return {};
  }
  return end - first > 2 && is_word(tokens[end - 2]) ? Words{tokens[end - 2].text} : Words{};
}

/// Whether a name belongs to a class or to another namespace, as in a specialisation of what the
/// compiler's environment declares: "a::b" at a or b.
bool is_qualified(const Tokens& tokens, std::size_t name) {
  return tokens[name - 1].is(":") ||
         (name + 2 < tokens.size() && tokens[name + 1].is(":") && tokens[name + 2].is(":"));
}

/// What a declaration declares. In doubt nothing, so that it is kept.
Words names_of(const Tokens& tokens, const DeclarationItem& item) {
  const std::size_t first = after_template(tokens, item);
  const bool is_named =
      item.name > first && is_word(tokens[item.name]) && !is_qualified(tokens, item.name);
  switch (item.kind) {
    case Kind::function:
      // Without a type before the name it is the use of a macro.
      return is_named && !tokens[item.name].is("operator") ? Words{tokens[item.name].text}
                                                           : Words{};
    case Kind::type:
      if (!is_named) return {};
      return tokens[first].is("enum") ? enumerators(tokens, item) : Words{tokens[item.name].text};
    case Kind::alias: return alias_name(tokens, first, item.end);
    case Kind::variable: return variable_name(tokens, first, item.end);
    case Kind::other: return {};
  }
  return {};
}

/// The words between the angle brackets after a name but the template's parameters: of
/// `template <typename B> struct A<B, C>` C.
Words arguments_of(const Tokens& tokens, const DeclarationItem& item, const Words& names) {
  std::size_t i = after_template(tokens, item);
  const Words parameters = distinct_words(tokens, item.begin, i);
  while (i < item.body && (names.empty() || !tokens[i].is(names.front()))) ++i;
  if (i + 1 >= item.body || !tokens[i + 1].is("<")) return {};
  int depth = 0;
  const std::size_t begin = ++i;
  for (; i < item.body; ++i) {
    if (tokens[i].is("<")) ++depth;
    if (tokens[i].is(">") && --depth == 0) break;
  }
  Words words = distinct_words(tokens, begin, i);
  std::erase_if(words, [&](std::string_view word) {
    return std::ranges::find(parameters, word) != parameters.end();
  });
  return words;
}

struct Directive {
  std::string_view word{};  ///< "if", "define"
  std::string_view rest{};
};
Directive directive_of(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t", 1), line.size()));
  const std::size_t end = std::min(line.find_first_of(" \t\r\n(\"<"), line.size());
  return {line.substr(0, end), line.substr(end)};
}

/// Adds a range of tokens to a part, without directives.
void add_range(HeaderPart& part, const Tokens& tokens, std::size_t begin, std::size_t end) {
  bool joins = false;
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_directive =
        tokens[i].kind == Token::Kind::directive && directive_of(tokens[i].text).word != "pragma";
    if (!is_directive && joins) part.ranges.back().second = tokens[i].end();
    if (!is_directive && !joins) part.ranges.emplace_back(tokens[i].offset, tokens[i].end());
    joins = !is_directive;
  }
  merge(part.words, distinct_words(tokens, begin, end));
  merge(part.symbols, operator_symbols(tokens, begin, end, true));
}

/// The functions of a class that may be left out: those that are used by their name.
std::vector<DeclarationItem> optional_members(const DeclarationItems& source,
                                              const DeclarationItem& item) {
  if (item.kind != Kind::type || item.body >= item.end) return {};
  const Tokens& tokens = source.tokens();
  auto members = source.in_class(item.body).value_or(std::vector<DeclarationItem>());
  std::erase_if(members, [&](const DeclarationItem& member) {
    return member.kind != Kind::function || names_of(tokens, member).empty() ||
           tokens[member.name].is(tokens[item.name].text);
  });
  return members;
}

/// The part of a declaration, and those of its members.
void add_parts(std::vector<HeaderPart>& parts, const DeclarationItems& source,
               const DeclarationItem& item) {
  const Tokens& tokens = source.tokens();
  const std::size_t owner = parts.size();
  HeaderPart part{.names = names_of(tokens, item)};
  part.is_type = item.kind == Kind::type;
  part.is_check = tokens[item.begin].is("static_assert");
  part.opens_namespace = tokens[item.begin].is("using") && tokens[item.begin + 1].is("namespace");
  part.arguments = arguments_of(tokens, item, part.names);
  if (item.kind == Kind::function && tokens[item.name].is("operator"))
    part.symbol = declared_symbol(tokens, item.name);
  parts.push_back(std::move(part));
  std::size_t begin = item.begin;
  for (const DeclarationItem& member : optional_members(source, item)) {
    add_range(parts[owner], tokens, begin, member.begin);
    HeaderPart function{.names = names_of(tokens, member), .owner = owner};
    add_range(function, tokens, member.begin, member.end);
    parts.push_back(std::move(function));
    begin = member.end;
  }
  add_range(parts[owner], tokens, begin, item.end);
}

/// @param definition  what follows "#define"
/// @param range       of the directive
HeaderMacro macro_of(std::string_view definition, std::pair<std::size_t, std::size_t> range,
                     bool is_conditional) {
  const Tokens tokens = tokenise(definition);
  HeaderMacro macro{
      .name = tokens.empty() ? std::string_view() : tokens.front().text,
      .words = distinct_words(tokens, std::min<std::size_t>(1, tokens.size()), tokens.size()),
      .symbols = operator_symbols(tokens, 0, tokens.size(), true),
      .has_parameters = function_macro(definition).has_value(),
      .range = range,
      .is_conditional = is_conditional};
  constexpr std::size_t shortest = 3;
  for (std::size_t i = 1; i + 2 < tokens.size(); ++i) {
    if (!tokens[i].is("#") || !tokens[i + 1].is("#")) continue;
    for (const Token& beside : {tokens[i - 1], tokens[i + 2]}) {
      if (is_word(beside) && beside.text.size() >= shortest) macro.fragments.push_back(beside.text);
    }
  }
  return macro;
}

/// The conditions around the present line.
class Conditions {
 public:
  void note(const Directive& directive, std::string_view line) {
    const bool is_else = directive.word == "else";
    if (directive.word == "if") open_.push_back({directive.rest});
    if (directive.word == "ifdef" || directive.word == "ifndef") open_.push_back({line.substr(1)});
    if (open_.empty()) return;
    if (directive.word == "elif") open_.back() = {};
    if (is_else) open_.back().is_else = true;
    if (directive.word == "endif") open_.pop_back();
  }
  const std::vector<HeaderCondition>& open() const { return open_; }

 private:
  std::vector<HeaderCondition> open_{};
};

HeaderInclude include_of(std::string_view rest, const std::vector<HeaderCondition>& conditions) {
  constexpr std::string_view vendors = "DUET_VENDOR_HEADER(";
  const std::size_t topic = rest.find(vendors);
  const bool is_vendors = topic != std::string_view::npos;
  rest.remove_prefix(is_vendors ? topic + vendors.size()
                                : std::min(rest.find_first_of("<\""), rest.size() - 1) + 1);
  return {.name = std::string(rest.substr(0, rest.find_first_of(")>\""))),
          .is_vendors = is_vendors,
          .conditions = conditions};
}

/// The end of the parentheses that open at a token.
std::size_t after_parentheses(const Tokens& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].is("(")) ++depth;
    if (tokens[i].is(")") && --depth == 0) return i + 1;
  }
  return open;
}

}  // namespace

/// Expands the macros that declare something in a namespace. Lines keep their numbers.
void HeaderParts::expand_declarations() {
  const DeclarationItems source(text);
  const Tokens& tokens = source.tokens();
  const auto items = source.in_namespaces();
  if (!items) return;
  std::string result;
  std::size_t from = 0;
  for (const DeclarationItem& item : *items) {
    const auto macro = visible_macros.find(tokens[item.begin].text);
    if (macro == visible_macros.end() || macro->second == nullptr) continue;
    const std::size_t end = after_parentheses(tokens, item.begin + 1);
    if (end <= item.begin + 1) continue;
    const std::size_t begin = tokens[item.begin].offset;
    const std::string_view use(text.data() + begin, tokens[end - 1].end() - begin);
    result.append(text, from, begin - from);
    result += expand_macros(use, visible_macros);
    result.append(static_cast<std::size_t>(std::ranges::count(use, '\n')), '\n');
    from = begin + use.size();
  }
  if (from == 0) return;
  result.append(text, from);
  text = std::move(result);
}

HeaderParts::HeaderParts(std::string_view source_text, FunctionMacros outer)
    : text(source_text), visible_macros(std::move(outer)) {
  for (const Token& token : tokenise(source_text)) {
    if (token.kind != Token::Kind::directive) continue;
    const Directive directive = directive_of(token.text);
    const auto macro = directive.word == "define" ? function_macro(directive.rest) : std::nullopt;
    if (macro) add_macro(visible_macros, macro->name, &own_macros_.emplace_back(*macro));
  }
  expand_declarations();
  const DeclarationItems source(text);
  const Tokens& tokens = source.tokens();
  if (const auto items = source.in_namespaces()) {
    for (const DeclarationItem& item : *items) add_parts(parts, source, item);
  } else {
    HeaderPart whole;
    add_range(whole, tokens, 0, tokens.size());
    parts.push_back(std::move(whole));
    is_split = false;
  }
  Conditions conditions;
  auto part = parts.begin();
  for (const Token& token : tokens) {
    if (is_split && part != parts.end() && token.offset == part->ranges.front().first)
      (part++)->conditions = conditions.open();
    if (token.kind != Token::Kind::directive) continue;
    const Directive directive = directive_of(token.text);
    conditions.note(directive, token.text);
    if (directive.word == "define") {
      macros.push_back(
          macro_of(directive.rest, {token.offset, token.end()}, !conditions.open().empty()));
    } else {
      const Tokens words = tokenise(directive.rest);
      merge(directive_words, distinct_words(words, 0, words.size()));
    }
    if (directive.word == "include")
      includes.push_back(include_of(directive.rest, conditions.open()));
  }
}

}  // namespace duet
