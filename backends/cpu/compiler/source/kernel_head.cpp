#include "kernel_head.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace duet::cpu {

namespace {

/// The text of the first launch bound between two tokens; empty if there is none.
std::string_view launch_bound(std::string_view source, const TokenList& tokens, std::size_t begin,
                              std::size_t end) {
  for (std::size_t i = begin; i + 2 < end; ++i) {
    if (!tokens.is(i, "__launch_bounds__") || !tokens.is(i + 1, "(")) continue;
    std::size_t last = i + 2;
    for (; last < end && !tokens.is(last, ",") && !tokens.is(last, ")"); ++last) {
      if (tokens.is(last, "(")) last = tokens.after_parentheses(last) - 1;
      if (tokens.is(last, "<")) last = tokens.after_group(last, '<', '>') - 1;
    }
    const std::size_t from = tokens[i + 2].offset;
    return source.substr(from, tokens[std::min(last, end - 1)].offset - from);
  }
  return {};
}

/// @param brace  the one that opens a function's body
bool has_shared_variable(const TokenList& tokens, std::size_t brace) {
  const std::size_t end = tokens.after_group(brace, '{', '}');
  for (std::size_t i = brace; i < end; ++i)
    if (tokens.is(i, "__shared__")) return true;
  return false;
}

}  // namespace

void add_builtin_parameters(std::string_view source, const TokenList& tokens, std::size_t statement,
                            std::size_t open, SourceEdits& edits) {
  const std::string bound(launch_bound(source, tokens, statement, open));
  const bool no_parameters = tokens.is(open + 1, ")");
  const bool void_parameters = tokens.is(open + 1, "void") && tokens.is(open + 2, ")");
  std::string text = bound.empty() ? "DUET_CPU_HIDDEN" : "DUET_CPU_BOUNDED";
  if (no_parameters || void_parameters) text += "_ONLY";
  if (!bound.empty()) text.append("(").append(bound).append(")");
  if (void_parameters) {
    edits.replace(tokens[open + 1], std::move(text));
  } else {
    edits.insert(tokens[open].end(), text + (no_parameters ? "" : " "));
  }
}

void rewrite_device_function(const TokenList& tokens, std::size_t statement, std::size_t brace,
                             SourceEdits& edits) {
  std::size_t device = brace;
  bool has_parameters = false;
  bool is_settled = false;
  for (std::size_t i = statement; i < brace; ++i) {
    constexpr std::array<std::string_view, 6> settled{"inline",    "__forceinline__", "__inline__",
                                                      "constexpr", "template",        "__global__"};
    is_settled |= std::ranges::any_of(settled, [&](auto word) { return tokens.is(i, word); });
    if (tokens.is(i, "__device__")) device = i;
    has_parameters |= tokens.is(i, "(");
  }
  if (device == brace || !has_parameters || tokens.is(brace - 1, "=")) return;
  std::string text = "__device__";
  if (has_shared_variable(tokens, brace)) text += " DUET_CPU_OWN";
  if (!is_settled) text += " inline";
  if (text != "__device__") edits.replace(tokens[device], std::move(text));
}

}  // namespace duet::cpu
