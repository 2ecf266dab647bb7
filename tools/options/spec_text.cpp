#include "spec_text.hpp"

#include <algorithm>
#include <cctype>

#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool begins_argument(std::string_view text) {
  return text.empty() || text == "null" || text.find(':') != std::string_view::npos ||
         text.find('(') != std::string_view::npos;
}

}  // namespace

std::vector<std::string> split_fields(std::string_view text) {
  std::vector<std::string> fields(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape =
        text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == ':' || text[i + 1] == '\\');
    if (is_escape) {
      fields.back() += text[++i];
    } else if (text[i] == ':') {
      fields.emplace_back();
    } else {
      fields.back() += text[i];
    }
  }
  return fields;
}

std::string join_fields(const std::vector<std::string>& fields) {
  std::string joined;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) joined += ':';
    for (const char c : fields[i]) {
      if (c == ':' || c == '\\') joined += '\\';
      joined += c;
    }
  }
  return joined;
}

std::optional<CompositeText> split_composite(std::string_view text) {
  CompositeText composite;
  for (const std::string_view form : {"struct", "array"})
    if (text.starts_with(form) && text.substr(form.size()).starts_with('(')) composite.form = form;
  if (composite.form.empty()) return std::nullopt;
  const std::string_view content = text.substr(composite.form.size() + 1);
  int depth = 1;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < content.size(); ++i) {
    const char c = content[i];
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth == 0 && i + 1 < content.size())
      throw UsageError("there is text behind the last parenthesis");
    if (depth > 1 || (depth == 1 && c != ',')) continue;
    const std::string_view piece = content.substr(begin, i - begin);
    if (composite.members.empty() || begins_argument(trimmed(piece))) {
      composite.members.push_back(trimmed(piece));
    } else {
      std::string_view& last = composite.members.back();
      last = {last.data(), static_cast<std::size_t>(piece.data() + piece.size() - last.data())};
    }
    begin = i + 1;
  }
  if (depth != 0) throw UsageError("a closing parenthesis is missing");
  return composite;
}

std::string_view name_in(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_word);
  if (end == text.begin() || end == text.end() || *end != '=') return {};
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

}  // namespace duet::tool
