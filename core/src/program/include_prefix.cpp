#include "include_prefix.hpp"

#include <algorithm>

namespace duet {

namespace {

constexpr std::string_view line_blanks = " \t\r";

/// Removes surrounding blanks.
std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(line_blanks), text.size()));
  return text.substr(0, text.find_last_not_of(line_blanks) + 1);
}

/// Removes `word` and the blanks behind it from the beginning of the text.
/// @returns whether the text began with the word
bool skip(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text = trimmed(text.substr(word.size()));
  return true;
}

/// Whether a line consists of `#include <duet/device/NAME>` alone.
bool includes_own_header(std::string_view line) {
  return skip(line, "#") && skip(line, "include") && skip(line, "<") && is_own_header(line) &&
         line.find('>') == line.size() - 1;
}

bool is_comment(std::string_view line) { return line.starts_with("//") && !line.ends_with('\\'); }

}  // namespace

IncludePrefix include_prefix_of(std::string_view source) {
  IncludePrefix prefix;
  std::string text;
  std::size_t lines = 0;
  for (std::size_t begin = 0, end = 0; (end = source.find('\n', begin)) != std::string_view::npos;
       begin = end + 1) {
    const std::string_view line = trimmed(source.substr(begin, end - begin));
    ++lines;
    if (includes_own_header(line)) {
      text.append(line) += '\n';
      prefix = {text, end + 1, lines};
    } else if (line.empty() || is_comment(line)) {
      text += '\n';
    } else {
      break;
    }
  }
  return prefix;
}

}  // namespace duet
