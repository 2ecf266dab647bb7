#include "declaration_marks.hpp"

#include "declared_names.hpp"

namespace duet {

namespace {

using Kind = DeclarationItem::Kind;

}  // namespace

bool DeclarationMarks::is_for_device(const std::vector<Token>& tokens,
                                     const DeclarationItem& item) const {
  const bool has_name = item.kind == Kind::function && item.name > item.begin;
  const std::size_t end = has_name ? item.name : item.end;
  int depth = 0;  // of template parameters and arguments, which are no attributes
  for (std::size_t i = item.begin; i < end; ++i) {
    if (tokens[i].is("<")) ++depth;
    if (tokens[i].is(">")) --depth;
    const bool is_word = tokens[i].kind == Token::Kind::word && (depth <= 0 || !has_name);
    const bool is_qualifier = i + 1 < end && tokens[i + 1].is(":");
    if (is_word && !is_qualifier && macros_.stands_for_device(tokens[i].text)) return true;
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

bool DeclarationMarks::is_kernel_template(const std::vector<Token>& tokens,
                                          const DeclarationItem& item) {
  if (item.kind != Kind::function || item.name < item.begin + 2) return false;
  return tokens[item.begin].is("template") && tokens[item.begin + 1].is("<") &&
         has_token(tokens, item.begin, item.name, "__global__");
}

bool DeclarationMarks::is_assembly(const std::vector<Token>& tokens,
                                   const DeclarationItem& item) const {
  const bool is_helper = item.kind == Kind::function && item.body < item.end &&
                         !macros_.hide_names() && !tokens[item.name].is("operator");
  bool has_assembly = false;
  for (std::size_t i = item.begin; is_helper && i < item.end; ++i) {
    if (i < item.name && macros_.stands_for(tokens[i].text, "__global__")) return false;
    has_assembly |= macros_.stands_for(tokens[i].text, "asm") || tokens[i].is("__asm__");
  }
  return has_assembly;
}

}  // namespace duet
