#include "macros.hpp"

#include <fmt/format.h>

namespace duet {

std::string macro_definition(std::string_view macro) {
  const std::size_t equals = macro.find('=');
  if (equals == std::string_view::npos) return fmt::format("#define {} 1\n", macro);
  return fmt::format("#define {} {}\n", macro.substr(0, equals), macro.substr(equals + 1));
}

std::string line_directive(std::size_t line, std::string_view file) {
  return fmt::format("#line {} {}\n", line, quoted(file));
}

std::string with_macros(const std::vector<std::string>& macros, std::string_view source,
                        std::string_view name) {
  if (macros.empty()) return std::string(source);
  std::string text = line_directive(1, "macros");
  for (const std::string& macro : macros) text += macro_definition(macro);
  return text + line_directive(1, name).append(source);
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace duet
