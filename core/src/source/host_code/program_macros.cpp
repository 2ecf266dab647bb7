#include "program_macros.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "host_words.hpp"

namespace duet {

namespace {

constexpr std::array<std::string_view, 5> device_words{"__global__", "__device__", "__constant__",
                                                       "__managed__", "__shared__"};

/// Words of what kernels may use although no word of devices marks it.
constexpr std::array<std::string_view, 9> common_words{
    "struct", "class", "enum", "union", "namespace", "constexpr", "operator", "using", "typedef"};

bool is_device_word(std::string_view word) {
  return std::ranges::find(device_words, word) != device_words.end() || word.starts_with("DUET_");
}
/// A name as macros have it, which may stand for `__device__`.
bool is_capital(std::string_view word) {
  return word.size() > 3 && !word.starts_with("__") && std::ranges::all_of(word, [](char c) {
           return c == '_' || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
         });
}

}  // namespace

void ProgramMacros::note_directives(const std::vector<Token>& tokens) {
  for (const Token& token : tokens) {
    if (token.kind == Token::Kind::directive) note_definition(definition_of(token.text));
    if (token.kind == Token::Kind::word) all_words_.insert(token.text);
  }
}

void ProgramMacros::note_definition(std::string_view definition) {
  reached_.clear();
  const std::vector<Token> tokens = tokenise(definition);
  int depth = 0;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (tokens[i].is("{")) ++depth;
    if (tokens[i].is("}")) --depth;
    if (tokens[i].is("#") && tokens[i - 1].is("#")) pastes_names_ = true;
    if (tokens[i].kind == Token::Kind::word) {
      words_[tokens[0].text].push_back(tokens[i].text);
      all_words_.insert(tokens[i].text);
    }
    if (tokens[i].is("{")) with_bodies_.insert(tokens[0].text);
  }
  const bool has_parameters =
      tokens.size() > 1 && tokens[1].is("(") && tokens[1].offset == tokens[0].end();
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (tokens[i].is("template") && !tokens[i + 1].is("<")) of_instances_.insert(tokens[0].text);
  }
  // With parameters it may open a function: `#define KERNEL(name) __global__ void name() {`.
  const bool is_namespace =
      std::ranges::any_of(tokens, [](const Token& token) { return token.is("namespace"); });
  if (depth < 0 || (depth > 0 && (is_namespace || !has_parameters)))
    of_scopes_.insert(tokens[0].text);
}

const std::vector<std::string_view>& ProgramMacros::words_of(std::string_view macro) const {
  static const std::vector<std::string_view> none;
  const auto found = words_.find(macro);
  return found == words_.end() ? none : found->second;
}

/// The words of a macro, of the macros among them, and so on.
const std::set<std::string_view>& ProgramMacros::reached_from(std::string_view macro) const {
  const auto [known, is_new] = reached_.try_emplace(macro);
  std::set<std::string_view>& reached = known->second;
  if (!is_new) return reached;
  std::vector<std::string_view> open{macro};
  while (!open.empty()) {
    const std::string_view next = open.back();
    open.pop_back();
    for (const std::string_view word : words_of(next)) {
      if (reached.insert(word).second) open.push_back(word);
    }
  }
  return reached;
}

bool ProgramMacros::stands_for_device(std::string_view word, bool may_be_elsewhere) const {
  if (is_device_word(word)) return true;
  if (!words_.contains(word)) return may_be_elsewhere && !is_complete_ && is_capital(word);
  return std::ranges::any_of(reached_from(word), is_device_word);
}

bool ProgramMacros::stands_for(std::string_view word, std::string_view other) const {
  return word == other || (words_.contains(word) && reached_from(word).contains(other));
}

bool ProgramMacros::use_host(std::string_view macro) const {
  return words_.contains(macro) && std::ranges::any_of(reached_from(macro), is_host_word);
}

/// Macros put names together of a few words that the texts have, and of numbers.
bool ProgramMacros::may_hide(std::string_view name) const {
  constexpr int most_parts = 4;
  if (!is_complete_) return true;
  if (!pastes_names_) return false;
  std::vector<int> parts(name.size() + 1, most_parts + 1);  // of the least parts from the begin
  parts[0] = 0;
  for (std::size_t end = 1; end <= name.size(); ++end) {
    for (std::size_t begin = 0; begin < end; ++begin) {
      if (parts[begin] >= most_parts || parts[begin] + 1 >= parts[end]) continue;
      const std::string_view part = name.substr(begin, end - begin);
      const bool is_number = part.find_first_not_of("0123456789") == std::string_view::npos;
      if (part.size() < name.size() && (is_number || all_words_.contains(part)))
        parts[end] = parts[begin] + 1;
    }
  }
  return parts[name.size()] <= most_parts;
}

bool ProgramMacros::defines_functions(std::string_view word) const {
  return (with_bodies_.contains(word) || of_instances_.contains(word)) &&
         std::ranges::none_of(words_of(word), [](std::string_view part) {
           return std::ranges::find(common_words, part) != common_words.end();
         });
}

}  // namespace duet
