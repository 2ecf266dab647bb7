#include "declaration_walker.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "base/identifier.hpp"

namespace duet {

namespace {

/// The word after "#": "if", "define".
std::string_view directive_name(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t", 1), line.size()));
  const auto end = std::ranges::find_if_not(line, is_identifier_char);
  return line.substr(0, static_cast<std::size_t>(end - line.begin()));
}

/// What follows the directive's name, without blanks around it.
std::string_view directive_operand(std::string_view line) {
  const std::string_view name = directive_name(line);
  line.remove_prefix(static_cast<std::size_t>(name.data() + name.size() - line.data()));
  line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
  return line.substr(0, line.find_last_not_of(" \t\r") + 1);
}

bool is_branch(std::string_view name) { return name.starts_with("el"); }

}  // namespace

void DeclarationWalker::walk() {
  for (std::size_t i = 0; i < tokens_.size(); ++i) visit(i);
}

void DeclarationWalker::visit(std::size_t& i) {
  const Token& token = tokens_[i];
  if (token.kind == Token::Kind::directive) {
    const bool begins_statement = statement_ == i;
    visit_directive(i);
    if (begins_statement) statement_ = i + 1;
  } else if (token.is("{")) {
    if (!in_block()) visit_brace(i);
    scopes_.push_back(scope_at(i));
    statement_ = i + 1;
  } else if (token.is("}")) {
    if (!scopes_.empty()) scopes_.pop_back();
    statement_ = i + 1;
  } else if (token.is(";")) {
    statement_ = i + 1;
  } else if (stands_for_global(token)) {
    visit_kernel(i);
  } else {
    visit_other(i);
  }
}

/// Restores the scopes at each #else: alternative branches may open the same scope.
void DeclarationWalker::visit_directive(std::size_t& i) {
  const std::string_view line = tokens_[i].text;
  const std::string_view name = directive_name(line);
  bool is_inactive = false;
  if (name.starts_with("if")) {
    const std::string_view operand = directive_operand(line);
    conditions_.push_back({scopes_, name == "if" && (operand == "1" || operand == "true")});
    is_inactive = name == "if" && (operand == "0" || operand == "false");
  } else if (is_branch(name) && !conditions_.empty()) {
    scopes_ = conditions_.back().scopes;
    is_inactive = conditions_.back().is_true;
  } else if (name == "endif" && !conditions_.empty()) {
    conditions_.pop_back();
  } else if (name == "define") {
    note_macro(directive_operand(line));
  }
  if (is_inactive) i = end_of_branch(i);
}

/// The index before the directive that ends the branch of an #if, #elif or #else.
std::size_t DeclarationWalker::end_of_branch(std::size_t i) const {
  std::size_t depth = 0;
  for (++i; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != Token::Kind::directive) continue;
    const std::string_view name = directive_name(tokens_[i].text);
    if (depth == 0 && (is_branch(name) || name == "endif")) break;
    if (name.starts_with("if")) ++depth;
    if (name == "endif") --depth;
  }
  return i - 1;
}

void DeclarationWalker::note_macro(std::string_view definition) {
  if (definition.find("__global__") == std::string_view::npos) return;
  const std::vector<Token> tokens = tokenise(definition);
  // A macro with parameters, or one for a whole kernel, is not a word for __global__.
  if (tokens.size() < 2 || tokens[1].offset == tokens[0].end()) return;
  bool is_global = false;
  bool is_c = false;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (tokens[i].is("{") || tokens[i].is(";")) return;
    is_global |= tokens[i].is("__global__");
    is_c |= tokens[i].text == "\"C\"";
  }
  if (!is_global) return;
  global_macros_.emplace(tokens[0].text);
  if (is_c) c_global_macros_.emplace(tokens[0].text);
}

bool DeclarationWalker::stands_for_global(const Token& token) const {
  return token.is("__global__") ||
         (token.kind == Token::Kind::word && global_macros_.contains(token.text));
}

/// Whether a token may follow a kernel's parameter list.
bool DeclarationWalker::ends_declarator(std::size_t i) const {
  constexpr std::array<std::string_view, 9> marks{
      "{", ";", "-", "[", "noexcept", "requires", "__attribute__", "__launch_bounds__", "try"};
  return std::ranges::any_of(marks, [&](std::string_view mark) { return is(i, mark); });
}

std::size_t DeclarationWalker::find_parameters(std::size_t i) const {
  while (i < tokens_.size() && !is(i, ";") && !is(i, "{") && !is(i, "}")) {
    if (takes_parentheses(tokens_[i]) && is(i + 1, "(")) {
      i = after_parentheses(i + 1);
    } else if (is(i, "<")) {
      i = after_group(i, '<', '>');
    } else if (is(i, "(")) {
      const std::size_t after = after_parentheses(i);
      if (ends_declarator(after)) return i;
      i = after;  // these were a macro's arguments
    } else {
      ++i;
    }
  }
  return tokens_.size();
}

bool DeclarationWalker::in_block() const {
  return std::ranges::any_of(scopes_,
                             [](const Scope& scope) { return scope.kind == Scope::Kind::block; });
}

bool DeclarationWalker::has_c_linkage(std::size_t kernel) const {
  if (kernel < tokens_.size() && c_global_macros_.contains(tokens_[kernel].text)) return true;
  for (std::size_t i = statement_; i + 1 < kernel; ++i) {
    if (is(i, "extern") && tokens_[i + 1].text == "\"C\"") return true;
  }
  const auto scope = std::find_if(scopes_.rbegin(), scopes_.rend(), [](const Scope& one) {
    return one.kind == Scope::Kind::linkage;
  });
  return scope != scopes_.rend() && scope->is_c_linkage;
}

Scope DeclarationWalker::scope_at(std::size_t brace) const {
  if (brace >= 2 && tokens_[brace - 1].kind == Token::Kind::string && is(brace - 2, "extern")) {
    return {.kind = Scope::Kind::linkage, .is_c_linkage = tokens_[brace - 1].text == "\"C\""};
  }
  if (contains(statement_, brace, "namespace")) return namespace_at(brace);
  return {};
}

Scope DeclarationWalker::namespace_at(std::size_t brace) const {
  Scope scope{.kind = Scope::Kind::name_space};
  std::size_t i = statement_;
  for (; !is(i, "namespace"); ++i) scope.is_inline |= is(i, "inline");
  for (++i; i < brace; ++i) {
    if (is(i, "[")) {  // an attribute
      i = after_group(i, '[', ']') - 1;
    } else if (takes_parentheses(tokens_[i])) {
      i = after_parentheses(i + 1) - 1;
    } else {
      scope.name += tokens_[i].text;
    }
  }
  return scope;
}

}  // namespace duet
