#include "assembly_macros.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "source/macros/function_macro.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

using Tokens = std::vector<Token>;
using Arguments = std::vector<std::string>;

bool is_assembly(const Token& token) {
  return token.is("asm") || token.is("__asm__") || token.is("__asm");
}

/// Whether a macro's assembly has an argument as text.
bool has_text_parameter(const FunctionMacro& macro) {
  const Tokens tokens = tokenise(macro.body);
  if (std::ranges::none_of(tokens, is_assembly)) return false;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const bool is_quoted = tokens[i - 1].is("#") && !(i > 1 && tokens[i - 2].is("#"));
    if (is_quoted &&
        (tokens[i].is("__VA_ARGS__") ||
         std::ranges::find(macro.parameters, tokens[i].text) != macro.parameters.end()))
      return true;
  }
  return false;
}

/// Whether a directive ends a branch that may be skipped.
bool ends_branch(const Token& directive) {
  const std::string_view word = directive_word(directive.text);
  return word.starts_with("el") || word == "endif";
}

class AssemblyMacros {
 public:
  explicit AssemblyMacros(const std::vector<std::string_view>& texts) : texts_(texts) {
    for (const std::string_view text : texts) {
      tokens_.push_back(text.find("asm") != std::string_view::npos ? tokenise(text) : Tokens());
      for (const Token& token : tokens_.back()) {
        if (auto macro = function_macro_of(token)) macros_.push_back(std::move(*macro));
      }
    }
    for (const FunctionMacro& macro : macros_) {
      if (has_text_parameter(macro)) names_.emplace(macro.name);
    }
    add_callers();
  }

  bool are_there() const noexcept { return !names_.empty(); }

  std::vector<std::string> write_out() {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (tokens_[i].empty()) tokens_[i] = tokenise(texts_[i]);
      results_.push_back(with_names_of_uses(texts_[i], tokens_[i]));
    }
    find_further_uses();
    for (std::string& text : results_) text = with_definitions(text);
    return std::move(results_);
  }

 private:
  /// Macros that use one of them with arguments of their own are such macros, too.
  void add_callers() {
    for (std::size_t before = 0; before != names_.size();) {
      before = names_.size();
      for (const FunctionMacro& macro : macros_) {
        const Tokens tokens = tokenise(macro.body);
        if (std::ranges::any_of(tokens, [&](const Token& token) {
              return token.kind == Token::Kind::word && names_.contains(token.text);
            }))
          names_.emplace(macro.name);
      }
    }
  }

  /// The name of the macro without parameters that stands for a use.
  static std::string use_name(std::string_view name, std::ptrdiff_t use) {
    return fmt::format("{}__duet_{}", name, use);
  }
  /// @returns nothing if there are too many uses: a macro that uses itself would have no end
  std::optional<std::string> name_of_use(std::string_view name, Arguments arguments) {
    constexpr std::size_t most_uses = 4096;
    std::vector<Arguments>& uses = uses_of(name);
    auto found = std::ranges::find(uses, arguments);
    if (found == uses.end()) {
      if (count_ == most_uses) return std::nullopt;
      found = uses.insert(uses.end(), std::move(arguments));
      ++count_;
    }
    return use_name(name, found - uses.begin());
  }
  /// @param name  of a macro that is written out
  std::vector<Arguments>& uses_of(std::string_view name) { return uses_[*names_.find(name)]; }

  std::string with_names_of_uses(std::string_view text, const Tokens& tokens) {
    std::string result;
    std::size_t copied = 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const Token& name = tokens[i];
      if (name.kind != Token::Kind::word || !tokens[i + 1].is("(") || !names_.contains(name.text))
        continue;
      std::size_t end = i + 1;
      Arguments arguments = macro_arguments(tokens, end);
      if (end == tokens.size()) continue;
      const auto written_out = name_of_use(name.text, std::move(arguments));
      if (!written_out) continue;
      const std::string_view use = text.substr(name.offset, tokens[end].end() - name.offset);
      result.append(text.substr(copied, name.offset - copied)).append(*written_out).append("()");
      result.append(static_cast<std::size_t>(std::ranges::count(use, '\n')), '\n');
      copied = tokens[end].end();
      i = end;
    }
    return result.append(text.substr(copied));
  }

  /// What uses stand for may have uses of other macros.
  void find_further_uses() {
    for (std::size_t before = count_ + 1; before != count_;) {
      before = count_;
      for (const FunctionMacro& macro : macros_) {
        if (names_.contains(macro.name)) (void)bodies_of_uses(macro);
      }
    }
  }
  std::vector<std::string> bodies_of_uses(const FunctionMacro& macro) {
    std::vector<std::string> bodies;
    for (std::size_t i = 0; i < uses_of(macro.name).size(); ++i) {
      Arguments arguments = uses_of(macro.name)[i];
      arguments.resize(std::max(arguments.size(), macro.parameters.size()));
      const std::string body = expansion(macro, arguments);
      bodies.push_back(with_names_of_uses(body, tokenise(body)));
    }
    return bodies;
  }

  std::string definitions_of_uses(const FunctionMacro& macro) {
    std::string text;
    std::ptrdiff_t use = 0;
    for (const std::string& body : bodies_of_uses(macro)) {
      text += fmt::format("\n#undef {0}\n#define {0}() {1}", use_name(macro.name, use), body);
      ++use;
    }
    return text;
  }

  /// Puts the definitions for all uses after those of the macros. Branches that are skipped have
  /// such lines, too; thus the number of the next line is told again where one ends.
  std::string with_definitions(const std::string& text) {
    std::string result;
    std::size_t copied = 0;
    for (const Token& token : tokenise(text)) {
      if (token.kind != Token::Kind::directive) continue;
      const auto macro = function_macro_of(token);
      const bool is_written_out = macro && names_.contains(macro->name);
      if (!is_written_out && (copied == 0 || !ends_branch(token))) continue;
      result += text.substr(copied, token.end() - copied);
      copied = token.end();
      if (is_written_out) result += definitions_of_uses(*macro);
      const auto lines =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(token.end()), '\n');
      result += fmt::format("\n#line {}", lines + 2);
    }
    return result + text.substr(copied);
  }

  const std::vector<std::string_view>& texts_;
  std::vector<Tokens> tokens_{};
  std::vector<FunctionMacro> macros_{};
  std::set<std::string_view> names_{};  ///< of macros that are written out
  std::map<std::string_view, std::vector<Arguments>> uses_{};
  std::size_t count_ = 0;  ///< of uses
  std::vector<std::string> results_{};
};

}  // namespace

std::vector<std::string> with_written_out_assembly(const std::vector<std::string_view>& texts) {
  AssemblyMacros macros(texts);
  if (macros.are_there()) return macros.write_out();
  return {texts.begin(), texts.end()};
}

}  // namespace duet
