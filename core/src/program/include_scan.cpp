#include "include_scan.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/identifier.hpp"

namespace duet {

namespace {

constexpr std::string_view blanks = " \t\v\f\r";

/// Joins continued lines, as the preprocessor does.
std::string joined_lines(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\\') {
      // Compilers accept blanks between the backslash and the line's end.
      const std::size_t end = text.find_first_not_of(blanks, i + 1);
      if (end != std::string_view::npos && text[end] == '\n') {
        i = end + 1;
        continue;
      }
    }
    result += text[i++];
  }
  return result;
}

/// Skips blanks and comments within a line.
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
  constexpr std::array<std::string_view, 3> include_directives{"include", "include_next", "import"};
  for (std::size_t at = text.find_first_of("#%"); at != std::string_view::npos;
       at = text.find_first_of("#%", at + 1)) {
    std::string_view rest = text.substr(at);
    if (!rest.starts_with('#') && !rest.starts_with("%:")) continue;
    rest.remove_prefix(rest.front() == '#' ? 1 : 2);
    skip_blanks(rest);
    const std::string_view word = take_word(rest);
    if (std::ranges::find(include_directives, word) != include_directives.end()) add(scan, rest);
    if (word == "embed") scan.computed = true;
  }
}

void scan_has_include(IncludeScan& scan, std::string_view text) {
  constexpr std::string_view operator_name = "__has_include";
  for (std::size_t at = text.find(operator_name); at != std::string_view::npos;
       at = text.find(operator_name, at + 1)) {
    std::string_view rest = text.substr(at + operator_name.size());
    if (rest.starts_with("_next")) rest.remove_prefix(5);
    skip_blanks(rest);
    if (!rest.starts_with('(')) continue;
    add(scan, rest.substr(1));
  }
}

bool has_word_with_prefix(std::string_view text, std::string_view prefix) {
  for (std::size_t at = text.find(prefix); at != std::string_view::npos;
       at = text.find(prefix, at + 1)) {
    // At the beginning of a word only: static_assert contains no assert.
    if (at == 0 || !is_identifier_char(text[at - 1])) return true;
  }
  return false;
}

bool may_contain_paths(std::string_view text) {
  constexpr std::array<std::string_view, 7> prefixes{
      "__FILE",          "__BASE_FILE__",  "assert",          "DUET_ASSERT",
      "source_location", "__builtin_FILE", "__builtin_source"};
  return std::ranges::any_of(
      prefixes, [&](std::string_view prefix) { return has_word_with_prefix(text, prefix); });
}

}  // namespace

IncludeScan scan_includes(std::string_view text) {
  IncludeScan scan;
  std::string joined;
  if (text.find('\\') != std::string_view::npos) {
    joined = joined_lines(text);
    text = joined;
  }
  scan.computed = text.find("?\?=") != std::string_view::npos;  // a trigraph of '#'
  scan_directives(scan, text);
  scan_has_include(scan, text);
  scan.contains_paths = may_contain_paths(text);
  return scan;
}

}  // namespace duet
