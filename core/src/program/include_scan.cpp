#include "include_scan.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/identifier.hpp"

namespace duet::cache {

namespace {

constexpr std::string_view blanks = " \t\v\f\r";

/// The text with its continued lines joined, as the preprocessor sees it.
std::string joined_lines(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\\') {
      // Compilers accept blanks between the backslash and the line's end.
      const std::size_t end = text.find_first_not_of(blanks, at + 1);
      if (end != std::string_view::npos && text[end] == '\n') {
        at = end + 1;
        continue;
      }
    }
    result += text[at++];
  }
  return result;
}

/// Skips blanks and comments of a line.
void skip_blanks(std::string_view& rest) {
  for (;;) {
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    if (!rest.starts_with("/*")) return;
    const std::size_t end = rest.find("*/", 2);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 2);
  }
}

std::string_view take_word(std::string_view& rest) {
  const auto end = std::ranges::find_if_not(rest, is_identifier_char);
  const auto length = static_cast<std::size_t>(end - rest.begin());
  const std::string_view word = rest.substr(0, length);
  rest.remove_prefix(length);
  return word;
}

std::optional<Include> take_name(std::string_view rest) {
  skip_blanks(rest);
  if (rest.empty() || (rest.front() != '"' && rest.front() != '<')) return std::nullopt;
  const bool quoted = rest.front() == '"';
  const std::size_t end = rest.find_first_of(quoted ? "\"\n" : ">\n", 1);
  if (end == std::string_view::npos || rest[end] == '\n') return std::nullopt;
  return Include{std::string(rest.substr(1, end - 1)), quoted};
}

void add(IncludeScan& scan, std::string_view rest) {
  std::optional<Include> include = take_name(rest);
  if (!include) {
    scan.computed = true;
  } else if (std::ranges::find(scan.includes, *include) == scan.includes.end()) {
    scan.includes.push_back(*std::move(include));
  }
}

void scan_directives(IncludeScan& scan, std::string_view text) {
  constexpr std::array<std::string_view, 3> including{"include", "include_next", "import"};
  for (std::size_t at = text.find_first_of("#%"); at != std::string_view::npos;
       at = text.find_first_of("#%", at + 1)) {
    std::string_view rest = text.substr(at);
    if (!rest.starts_with('#') && !rest.starts_with("%:")) continue;
    rest.remove_prefix(rest.front() == '#' ? 1 : 2);
    skip_blanks(rest);
    const std::string_view word = take_word(rest);
    if (std::ranges::find(including, word) != including.end()) add(scan, rest);
    if (word == "embed") scan.computed = true;
  }
}

void scan_questions(IncludeScan& scan, std::string_view text) {
  constexpr std::string_view question = "__has_include";
  for (std::size_t at = text.find(question); at != std::string_view::npos;
       at = text.find(question, at + 1)) {
    std::string_view rest = text.substr(at + question.size());
    if (rest.starts_with("_next")) rest.remove_prefix(5);
    skip_blanks(rest);
    if (!rest.starts_with('(')) continue;
    add(scan, rest.substr(1));
  }
}

bool has_word_starting(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if (at == 0 || !is_identifier_char(text[at - 1])) return true;  // static_assert is no assert
  }
  return false;
}

bool tells_its_place(std::string_view text) {
  constexpr std::array<std::string_view, 7> words{
      "__FILE",          "__BASE_FILE__",  "assert",          "DUET_ASSERT",
      "source_location", "__builtin_FILE", "__builtin_source"};
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return has_word_starting(text, word); });
}

}  // namespace

IncludeScan scan_includes(std::string_view text) {
  IncludeScan scan;
  std::string joined;
  if (text.find('\\') != std::string_view::npos) {
    joined = joined_lines(text);
    text = joined;
  }
  scan.computed = text.find("?\?=") != std::string_view::npos;  // an old spelling of '#'
  scan_directives(scan, text);
  scan_questions(scan, text);
  scan.tells_its_place = tells_its_place(text);
  return scan;
}

}  // namespace duet::cache
