#include "computed_includes.hpp"

#include <algorithm>
#include <deque>

#include "program/include_scan.hpp"
#include "source/macros/function_macro.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

/// The macros with parameters of several texts.
class MacroTable {
 public:
  explicit MacroTable(std::span<const std::string_view> texts) {
    for (const std::string_view text : texts) {
      for (const Token& token : tokenise(text)) {
        if (const auto macro = function_macro_of(token)) {
          all_.push_back(*macro);
          add_macro(macros_, all_.back().name, &all_.back());
        }
      }
    }
  }

  const FunctionMacros& macros() const noexcept { return macros_; }

 private:
  std::deque<FunctionMacro> all_{};
  FunctionMacros macros_{};
};

/// What an include by a macro stands for: `<name>` or `"name"`, or nothing if that is not known.
std::string written_name(std::string_view directive, const FunctionMacros& macros) {
  const std::size_t word = directive.find("include");
  const std::size_t name = directive.find_first_not_of(" \t", word + 7);
  if (name == std::string_view::npos || directive[name] == '<' || directive[name] == '"') return {};
  std::string written = expand_macros(directive.substr(name), macros);
  const bool is_name = !written.empty() && ((written.front() == '<' && written.back() == '>') ||
                                            (written.front() == '"' && written.back() == '"'));
  return is_name ? written : std::string();
}

std::string with_written_includes(std::string_view text, const FunctionMacros& macros) {
  std::string result;
  std::size_t from = 0;
  for (const Token& token : tokenise(text)) {
    if (token.kind != Token::Kind::directive || directive_word(token.text) != "include") continue;
    const std::string name = written_name(token.text, macros);
    if (name.empty()) continue;
    result.append(text.substr(from, token.offset - from)).append("#include ").append(name);
    from = token.end();
  }
  return result.append(text.substr(from));
}

}  // namespace

std::vector<std::string> with_written_includes(std::span<const std::string_view> texts) {
  const auto is_computed = [](std::string_view text) { return scan_includes(text).computed; };
  std::vector<std::string> written(texts.begin(), texts.end());
  if (std::ranges::none_of(texts, is_computed)) return written;
  const MacroTable table(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (is_computed(texts[i])) written[i] = with_written_includes(texts[i], table.macros());
  }
  return written;
}

}  // namespace duet
