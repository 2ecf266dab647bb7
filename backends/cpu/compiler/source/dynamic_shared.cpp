#include "dynamic_shared.hpp"

#include <algorithm>
#include <string>

namespace duet::cpu {

std::size_t rewrite_dynamic_shared(const TokenList& tokens, std::size_t begin, std::size_t i,
                                   bool in_block, SourceEdits& edits) {
  std::size_t end = i;
  while (end < tokens.size() && !tokens.is(end, ";")) ++end;
  std::size_t bracket = begin;
  while (bracket < end && !(tokens.is(bracket, "[") && tokens.is(bracket + 1, "]"))) ++bracket;
  if (bracket >= end || bracket == begin) return begin;
  if (!in_block) edits.insert(tokens[begin].offset, "static thread_local ");
  for (std::size_t t = begin; t < bracket; ++t) {
    if (tokens.is(t, "extern") || tokens.is(t, "__shared__")) {
      edits.replace(tokens[t], "");
    } else if (TokenList::takes_parentheses(tokens[t]) && !tokens.is(t, "decltype") &&
               tokens.is(t + 1, "(")) {
      const std::size_t after = tokens.after_parentheses(t + 1);
      for (; t < after; ++t) edits.replace(tokens[t], "");
      --t;
    }
  }
  const Token& name = tokens[bracket - 1];
  edits.insert(name.offset, "(*");
  edits.replace(tokens[bracket], ")");
  edits.replace(tokens[bracket + 1], "");
  std::size_t last = bracket + 1;  // of the array's other extents
  while (tokens.is(last + 1, "[")) last = tokens.after_group(last + 1, '[', ']') - 1;
  edits.insert(tokens[last].end(), " = reinterpret_cast<decltype(" + std::string(name.text) +
                                       ")>(::duet_cpu::dynamic_shared())");
  return end;
}

std::string with_dynamic_shared(std::string_view definition) {
  const TokenList tokens(definition);
  const bool has_parameters = tokens.is(1, "(") && tokens[1].offset == tokens[0].end();
  std::size_t begin = has_parameters ? tokens.after_parentheses(1) : 1;
  SourceEdits edits;
  for (std::size_t i = begin; i < tokens.size(); ++i) {
    if (tokens.is(i, ";") || tokens.is(i, "{") || tokens.is(i, "}")) begin = i + 1;
    if (!tokens.is(i, "extern") && !tokens.is(i, "__shared__")) continue;
    if (!tokens.contains(begin, tokens.size(), tokens.is(i, "extern") ? "__shared__" : "extern"))
      continue;
    i = begin = std::max(i, rewrite_dynamic_shared(tokens, begin, i, true, edits));
  }
  return edits.apply(definition);
}

}  // namespace duet::cpu
