#include "lean_prelude.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/identifier.hpp"
#include "program/include_scan.hpp"
#include "source/tokens.hpp"

namespace duet::embedded {
std::span<const File> cpu_prelude();
}

namespace duet::cpu {

namespace {

using Words = std::unordered_set<std::string_view>;

/// Nothing else of the prelude uses these, and they do not use each other.
constexpr std::array<std::string_view, 4> optional_files{
    "prelude/waves.hpp", "prelude/atomics.hpp", "prelude/math.hpp", "prelude/intrinsics.hpp"};

bool is_optional(const embedded::File& file) {
  return std::ranges::find(optional_files, file.name) != optional_files.end();
}

/// "exp" of "expf", "shfl" of "__shfl_sync", "atomicAdd" of "atomicAdd_block": the prelude's macros
/// make such names.
std::string_view stem(std::string_view word) {
  if (word.starts_with("__")) word.remove_prefix(2);
  for (const std::string_view suffix : {"_sync", "_block", "_system", "f"}) {
    if (word.ends_with(suffix)) word.remove_suffix(suffix.size());
  }
  return word;
}

void add_words(std::string_view text, Words& words) {
  for (const Token& token : tokenise(text)) {
    if (token.kind == Token::Kind::directive) add_words(token.text.substr(1), words);
    if (token.kind != Token::Kind::word) continue;
    words.insert(token.text);
    words.insert(stem(token.text));
  }
}

bool is_of_the_language(std::string_view word) {
  constexpr std::string_view keywords =
      "alignas alignof asm auto bool break case catch char class const constexpr const_cast "
      "continue decltype default delete double else enum explicit extern false float for friend "
      "goto inline int long mutable namespace new noexcept nullptr operator private protected "
      "public register reinterpret_cast return short signed sizeof static static_assert "
      "static_cast struct switch template this true try typedef typename union unsigned using "
      "virtual void volatile while";
  return has_word(keywords, word);
}

/// Whether the part of the prelude that every program gets has the word.
bool is_common(std::string_view word) {
  return std::ranges::any_of(embedded::cpu_prelude(), [&](const embedded::File& file) {
    return !is_optional(file) && has_word(file.text, word);
  });
}

bool is_needed(const embedded::File& file, const Words& words) {
  constexpr std::size_t shortest = 3;
  return !is_optional(file) || std::ranges::any_of(words, [&](std::string_view word) {
    return word.size() >= shortest && has_word(file.text, word) && !is_of_the_language(word) &&
           !is_common(word);
  });
}

}  // namespace

Prelude whole_prelude() {
  Prelude all;
  for (const embedded::File& file : embedded::cpu_prelude()) all.push_back(&file);
  return all;
}

Prelude lean_prelude(std::string_view text) {
  const IncludeScan scan = scan_includes(text);
  if (scan.computed || !scan.includes.empty() || text.find("##") != std::string_view::npos) {
    return whole_prelude();
  }
  Words words;
  add_words(text, words);
  Prelude needed = whole_prelude();
  std::erase_if(needed, [&](const embedded::File* file) { return !is_needed(*file, words); });
  return needed;
}

}  // namespace duet::cpu
