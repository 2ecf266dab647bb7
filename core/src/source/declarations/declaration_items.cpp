#include "declaration_items.hpp"

#include <algorithm>
#include <array>

namespace duet {

namespace {

using Kind = DeclarationItem::Kind;

template <std::size_t Count>
bool is_one_of(const Token& token, const std::array<std::string_view, Count>& words) {
  return token.kind != Token::Kind::string && std::ranges::find(words, token.text) != words.end();
}

constexpr std::array<std::string_view, 6> openers{"(", "[", "{", ")", "]", "}"};
constexpr std::array<std::string_view, 4> type_keys{"class", "struct", "union", "enum"};
constexpr std::array<std::string_view, 3> access_words{"public", "private", "protected"};
/// Words whose parentheses are no parameters.
constexpr std::array<std::string_view, 12> words_with_arguments{
    "__launch_bounds__", "__attribute__",  "__align__",  "alignas",
    "decltype",          "explicit",       "__declspec", "__cluster_dims__",
    "__maxnreg__",       "__block_size__", "noexcept",   "requires"};
/// What may follow a function's parameters.
constexpr std::array<std::string_view, 15> after_parameters{
    "{",   "}",        ";",     ":",        "-",
    "=",   "[",        "const", "noexcept", "final",
    "try", "override", "throw", "requires", "__attribute__"};

}  // namespace

namespace {

/// Whether the condition of a directive holds on systems that kernels are not compiled on.
bool is_for_other_systems(std::string_view line) {
  constexpr std::array<std::string_view, 7> systems{"_MSC_VER", "_WIN32",    "_WIN64",    "WIN32",
                                                    "MINGW",    "__APPLE__", "__CYGWIN__"};
  if (directive_word(line) == "ifndef" || line.find('!') != std::string_view::npos) return false;
  return std::ranges::any_of(
      systems, [line](std::string_view name) { return line.find(name) != std::string_view::npos; });
}

}  // namespace

DeclarationItems::DeclarationItems(std::string_view source)
    : tokens_(tokenise(source)), is_ignored_(tokens_.size()), closing_(tokens_.size()) {
  ignore_alternatives();
  find_pairs();
}

/// Of the branches of an #if that open or close different numbers of braces, the first one counts
/// that is not for other systems.
void DeclarationItems::ignore_alternatives() {
  struct Branch {
    std::size_t begin;
    bool counts;
    bool is_foreign;
  };
  std::vector<Branch> branches;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != Token::Kind::directive) continue;
    const std::string_view word = directive_word(tokens_[i].text);
    const bool is_foreign = is_for_other_systems(tokens_[i].text);
    if (word.starts_with("if")) branches.push_back({i + 1, true, is_foreign});
    if (branches.empty() || !(word.starts_with("el") || word == "endif")) continue;
    const Branch branch = branches.back();
    const bool is_unbalanced_one = is_unbalanced(branch.begin, i);
    const bool is_passed_over = branch.is_foreign && branch.counts && word != "endif";
    if (is_unbalanced_one && (!branch.counts || is_passed_over)) {
      std::fill(is_ignored_.begin() + static_cast<std::ptrdiff_t>(branch.begin),
                is_ignored_.begin() + static_cast<std::ptrdiff_t>(i), true);
    }
    branches.back() = {i + 1, is_unbalanced_one && is_passed_over, is_foreign};
    if (word == "endif") branches.pop_back();
  }
}

bool DeclarationItems::is_unbalanced(std::size_t begin, std::size_t end) const {
  int depth = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (is_ignored_[i]) continue;
    if (tokens_[i].is("{")) ++depth;
    if (tokens_[i].is("}")) --depth;
  }
  return depth != 0;
}

void DeclarationItems::find_pairs() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (is_ignored_[i] || !is_one_of(tokens_[i], openers)) continue;
    const char c = tokens_[i].text.front();
    if (c == '(' || c == '[' || c == '{') {
      open.push_back(i);
      continue;
    }
    const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
    // A brace closes what was left open in it.
    while (c == '}' && !open.empty() && tokens_[open.back()].text.front() != wanted)
      open.pop_back();
    if (open.empty() || tokens_[open.back()].text.front() != wanted) continue;
    closing_[open.back()] = i;
    open.pop_back();
  }
}

/// Splits a range of tokens.
class DeclarationItems::Parser {
 public:
  Parser(const DeclarationItems& source, std::vector<DeclarationItem>& items,
         const std::set<std::string_view>& scope_macros = {})
      : source_(source), tokens_(source.tokens_), items_(items), scope_macros_(scope_macros) {}

  /// @returns whether the range could be split
  bool split(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end;) {
      if (scope_macros_.contains(tokens_[i].text)) {
        i = is(i + 1, "(") ? after(i + 1) : i + 1;
      } else if (is_separator(i)) {
        ++i;
      } else if (const std::size_t brace = brace_of_scope(i, end)) {
        const std::size_t close = source_.closing_[brace];
        const std::size_t outer = namespaces_.size();
        note_namespaces(i, brace);
        if (close == 0 || !split(brace + 1, close)) return false;
        namespaces_.resize(outer);
        i = close + 1;
      } else {
        item_ = {.begin = i, .end = i, .name = i, .namespaces = namespaces_};
        if (!parse(i, end)) return false;
        if (item_.body == 0) item_.body = item_.end;
        items_.push_back(item_);
        i = item_.end;
      }
    }
    return true;
  }

 private:
  bool is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && tokens_[i].is(text);
  }
  bool is_separator(std::size_t i) const {
    return tokens_[i].kind == Token::Kind::directive || is(i, ";") || source_.is_ignored_[i];
  }
  /// The brace of the namespace or linkage specification at a token, or 0.
  std::size_t brace_of_scope(std::size_t i, std::size_t end) const {
    if (is(i, "extern") && i + 2 < end && tokens_[i + 1].kind == Token::Kind::string) {
      return is(i + 2, "{") ? i + 2 : 0;
    }
    if (is(i, "inline")) ++i;
    if (!is(i, "namespace")) return 0;
    while (i < end && !is(i, "{") && !is(i, ";") && !is(i, "=")) ++i;
    return is(i, "{") ? i : 0;
  }

  /// Notes the names of `namespace a::b {`.
  void note_namespaces(std::size_t i, std::size_t brace) {
    if (!is(i, "namespace")) return;
    for (++i; i < brace; ++i) {
      const bool is_name =
          tokens_[i].kind == Token::Kind::word && (is(i + 1, ":") || is(i + 1, "{"));
      if (is_name && !is(i - 1, "inline")) namespaces_.push_back(tokens_[i].text);
    }
  }

  bool parse(std::size_t i, std::size_t end) {
    has_parameters_ = has_value_ = is_type_ = has_initialisers_ = false;
    if (is_one_of(tokens_[i], access_words) && is(i + 1, ":")) return finish(i + 2);
    while (is(i, "template")) i = is(i + 1, "<") ? after_angles(i + 1, end) : i + 1;
    first_ = i;
    if (is(i, "using") || is(i, "typedef") || is(i, "static_assert") || is(i, "friend")) {
      const bool is_alias = !is(i, "friend") && !is(i, "static_assert") && !is(i + 1, "namespace");
      if (is_alias) item_.kind = Kind::alias;
      return finish_at_semicolon(i, end, is(i, "friend"));
    }
    while (i < end) {
      const std::size_t next = step(i, end);
      if (item_.end > item_.begin) return true;
      if (next <= i) return false;
      i = next;
    }
    return finish(end);
  }
  bool finish(std::size_t end) {
    item_.end = end;
    return true;
  }
  /// @param or_at_body  whether the declaration also ends with braces, as those of friends do
  bool finish_at_semicolon(std::size_t i, std::size_t end, bool or_at_body) {
    while (i < end && !is(i, ";") && !(or_at_body && is(i, "{"))) i = after(i);
    if (is(i, "{")) return finish(after(i));
    return finish(std::min(i + 1, end));
  }
  /// The token after a bracket's partner or after another token.
  std::size_t after(std::size_t i) const { return std::max(source_.closing_[i], i) + 1; }

  /// Handles a token. @returns the next one; sets `item_.end` if the declaration ends here
  std::size_t step(std::size_t i, std::size_t end) {
    const Token& token = tokens_[i];
    if (is(i, ";")) {
      if (item_.kind == Kind::other && !has_parameters_) item_.kind = Kind::variable;
      finish(i + 1);
    } else if (is(i, "{")) {
      return brace(i);
    } else if (is(i, "(")) {
      return parentheses(i);
    } else if (is(i, "operator")) {
      return operator_name(i, end);
    } else if (is(i, "=")) {
      if (!has_parameters_ && !is_type_ && !has_value_) note_variable(i);
      has_value_ = true;
    } else if (is(i, "<") && !has_parameters_ && !has_value_) {
      return after_angles(i, end);
    } else if (is(i, ":") && has_parameters_ && !is(i + 1, ":") && !is(i - 1, ":")) {
      has_initialisers_ = true;
    } else if (is_one_of(token, type_keys) && !has_parameters_ && !has_value_) {
      is_type_ = true;
      note_type(i, end);
    } else if (is(i, "}") && !source_.is_ignored_[i]) {
      return i;
    }
    return after(i);
  }

  std::size_t brace(std::size_t i) {
    const std::size_t close = source_.closing_[i];
    if (source_.is_ignored_[i]) return i + 1;
    if (close == 0) return i;
    const bool is_member_value =
        has_initialisers_ && (tokens_[i - 1].kind == Token::Kind::word || is(i - 1, ">"));
    if (has_parameters_ && !has_value_ && !is_member_value) {
      item_.kind = Kind::function;
      item_.body = i;
      finish(close + 1);
    } else if (is_type_ && !has_value_ && item_.body == 0) {
      item_.kind = Kind::type;
      item_.body = i;
    } else if (!has_parameters_ && !has_value_ && !is_type_) {
      note_variable(i);
    }
    return close + 1;
  }

  std::size_t parentheses(std::size_t i) {
    const std::size_t next = after(i);
    if (i == first_ || is_one_of(tokens_[i - 1], words_with_arguments)) return next;
    const bool is_behind_class = is_type_ && item_.body != 0;  // a macro for an attribute
    if (has_parameters_ || has_value_ || is_behind_class) return next;
    if (const std::size_t variable = variable_before_attribute(i, next)) {
      item_.name = variable;
      return next;
    }
    const bool is_declarator = next >= tokens_.size() ||
                               is_one_of(tokens_[next], after_parameters) ||
                               has_body_behind_directives(next);
    if (!is_declarator) {  // a macro's arguments
      const bool is_template = first_ != item_.begin;
      if (i - 1 == first_ && !is_template && tokens_[next].offset > tokens_[next - 1].end())
        finish_macro(i, next);
      return next;
    }
    has_parameters_ = true;
    item_.kind = Kind::function;
    item_.name = name_before(i);
    return next;
  }
  /// The name of a variable behind which a macro for an attribute stands, as in
  /// `float x[4] ALIGN(16) = {1};`; 0 if there is none.
  /// @param i     the parenthesis of the macro's arguments
  /// @param next  what follows them
  std::size_t variable_before_attribute(std::size_t i, std::size_t next) const {
    constexpr std::array<std::string_view, 3> of_functions{"0", "default", "delete"};
    const bool has_value =
        is(next, "=") && next + 1 < tokens_.size() && !is_one_of(tokens_[next + 1], of_functions);
    const bool is_array = is(i - 2, "]") && (is(next, "=") || is(next, ";"));
    if (tokens_[i - 1].kind != Token::Kind::word || (!has_value && !is_array)) return 0;
    std::size_t name = 0, words = 0;
    for (std::size_t at = first_; at + 1 < i; at = after(at)) {
      if (tokens_[at].kind != Token::Kind::word) continue;
      name = at;
      ++words;
    }
    return words > 1 ? name : 0;
  }
  /// Whether directives and attributes stand at a token, and then a body or the values of members.
  bool has_body_behind_directives(std::size_t i) const {
    if (tokens_[i].kind != Token::Kind::directive) return false;
    while (i < tokens_.size() && (tokens_[i].kind == Token::Kind::directive ||
                                  source_.is_ignored_[i] || is(i, "__attribute__"))) {
      i = is(i, "__attribute__") ? after(i + 1) : i + 1;
    }
    return is(i, "{") || (is(i, ":") && !is(i + 1, ":"));
  }
  void finish_macro(std::size_t i, std::size_t next) {
    const std::string_view between{tokens_[next - 1].text.data(),
                                   tokens_[next].offset - tokens_[next - 1].offset};
    const bool ends_line = between.find('\n') != std::string_view::npos;
    if (ends_line && tokens_[i - 1].kind == Token::Kind::word) finish(next);
  }
  /// The name before parameters: of `f<float>(` that of f, of `SUFFIX(f)(` and `(*f)(` that of f.
  std::size_t name_before(std::size_t i) const {
    if (is(i - 1, ")")) {
      std::size_t open = i - 1;
      while (open > item_.begin && source_.closing_[open] != i - 1) --open;
      while (open < i && tokens_[open].kind != Token::Kind::word) ++open;
      return open < i ? open : i - 1;
    }
    std::size_t name = i - 1;
    int depth = 0;
    for (; name > item_.begin; --name) {
      if (is(name, ">")) ++depth;
      if (is(name, "<")) --depth;
      if (depth == 0 && tokens_[name].kind == Token::Kind::word) return name;
      if (depth == 0 && !is(name, "<")) break;
    }
    return i - 1;
  }

  std::size_t operator_name(std::size_t i, std::size_t end) {
    std::size_t open = i + 1;
    if (is(open, "(") && is(open + 1, ")")) open += 2;
    while (open < end && !is(open, "(") && !is(open, ";")) ++open;
    if (!has_parameters_) item_.name = i;
    has_parameters_ = true;
    item_.kind = Kind::function;
    return open < end && is(open, "(") ? after(open) : open;
  }

  void note_variable(std::size_t i) {
    if (item_.kind == Kind::other) item_.kind = Kind::variable;
    if (tokens_[i - 1].kind == Token::Kind::word) item_.name = i - 1;
  }
  /// The name of a class: the last word before its bases, arguments or body.
  void note_type(std::size_t i, std::size_t end) {
    for (++i; i < end && !is(i, "{") && !is(i, ":") && !is(i, ";") && !is(i, "<"); i = after(i)) {
      if (tokens_[i].kind == Token::Kind::word && tokens_[i].text != "final") item_.name = i;
    }
    if (is(i, ";")) item_.kind = Kind::type;
  }

  /// After the `>` of template arguments, or after the `<` if it is a comparison.
  std::size_t after_angles(std::size_t open, std::size_t end) const {
    int depth = 0;
    for (std::size_t i = open; i < end && !is(i, ";") && !is(i, "{"); i = after(i)) {
      if (is(i, "<")) ++depth;
      const bool is_operator = is(i - 1, "-") || is_comparison(i);
      if (is(i, ">") && !is_operator && --depth == 0) return i + 1;
    }
    return open + 1;
  }
  /// Whether a `>` is that of `>=`.
  bool is_comparison(std::size_t i) const {
    return is(i + 1, "=") && tokens_[i + 1].offset == tokens_[i].end();
  }

  const DeclarationItems& source_;
  const std::vector<Token>& tokens_;
  std::vector<DeclarationItem>& items_;
  std::set<std::string_view> scope_macros_;
  DeclarationItem item_{};
  std::vector<std::string_view> namespaces_{};  ///< around the present declaration
  std::size_t first_ = 0;                       ///< after the template parameters
  bool has_parameters_ = false;
  bool has_value_ = false;
  bool is_type_ = false;
  bool has_initialisers_ = false;
};

std::optional<std::vector<DeclarationItem>> DeclarationItems::in_namespaces(
    const std::set<std::string_view>& scope_macros) const {
  std::vector<DeclarationItem> items;
  if (!Parser(*this, items, scope_macros).split(0, tokens_.size())) return std::nullopt;
  return items;
}

std::optional<std::vector<DeclarationItem>> DeclarationItems::in_class(std::size_t body) const {
  std::vector<DeclarationItem> items;
  if (!Parser(*this, items).split(body + 1, closing_[body])) return std::nullopt;
  return items;
}

}  // namespace duet
