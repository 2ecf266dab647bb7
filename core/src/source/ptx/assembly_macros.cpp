#include "assembly_macros.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "source/tokens.hpp"

namespace duet {

namespace {

using Tokens = std::vector<Token>;

/// A directive on one line: the marks at the ends of lines and the ends become blanks.
std::string on_one_line(std::string_view directive) {
  std::string text(directive);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; ++at) {
    text[at] = ' ';
    for (std::size_t mark = at; mark-- > 0 && (text[mark] == '\r' || text[mark] == '\\');)
      text[mark] = ' ';
  }
  return text;
}

/// A definition of a macro with parameters.
struct Macro {
  std::string name{};
  std::vector<std::string> parameters{};
  std::string body{};
};

/// @param directive  "#define NAME(PARAMETERS) BODY"
std::optional<Macro> macro_of(std::string_view directive) {
  if (directive_word(directive) != "define") return std::nullopt;
  const std::string line = on_one_line(directive.substr(1));
  const Tokens tokens = tokenise(line);
  if (tokens.size() < 4 || !tokens[0].is("define") || !tokens[2].is("(") ||
      tokens[2].offset != tokens[1].end())
    return std::nullopt;
  Macro macro{.name = std::string(tokens[1].text)};
  std::size_t i = 3;
  for (; i < tokens.size() && !tokens[i].is(")"); ++i) {
    if (tokens[i].kind == Token::Kind::word) macro.parameters.emplace_back(tokens[i].text);
    if (tokens[i].is(".") && tokens[i - 1].is(".")) {
      i += tokens[i + 1].is(".") ? 1 : 0;
      macro.parameters.emplace_back("__VA_ARGS__");
    }
  }
  if (i >= tokens.size()) return std::nullopt;
  macro.body = line.substr(tokens[i].end());
  return macro;
}

bool is_assembly(const Token& token) {
  return token.is("asm") || token.is("__asm__") || token.is("__asm");
}

/// Whether a macro's assembly has a parameter as text.
bool has_text_parameter(const Macro& macro) {
  const Tokens tokens = tokenise(macro.body);
  if (std::ranges::none_of(tokens, is_assembly)) return false;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const bool is_pasted = i > 1 && tokens[i - 2].is("#");
    if (tokens[i - 1].is("#") && !is_pasted &&
        std::ranges::find(macro.parameters, tokens[i].text) != macro.parameters.end())
      return true;
  }
  return false;
}

/// Whether a directive ends a branch that may be skipped.
bool ends_branch(const Token& directive) {
  const std::string_view word = directive_word(directive.text);
  return word.starts_with("el") || word == "endif";
}

/// The arguments of a use whose parenthesis opens at token `i`, which moves to the closing one.
std::optional<std::vector<std::string>> arguments_at(std::string_view text, const Tokens& tokens,
                                                     std::size_t& i) {
  std::vector<std::string> arguments;
  const std::size_t open = i;
  std::size_t begin = tokens[open].end();
  int depth = 0;
  for (; i < tokens.size(); ++i) {
    if (tokens[i].kind == Token::Kind::directive) return std::nullopt;
    if (tokens[i].is("(")) ++depth;
    if (tokens[i].is(")")) --depth;
    if (depth != 0 && !(depth == 1 && tokens[i].is(","))) continue;
    std::string argument = on_one_line(text.substr(begin, tokens[i].offset - begin));
    const std::size_t first = argument.find_first_not_of(" \t");
    const std::size_t last = argument.find_last_not_of(" \t");
    arguments.push_back(first == std::string::npos ? "" : argument.substr(first, last - first + 1));
    begin = tokens[i].end();
    if (depth == 0) return arguments;
  }
  return std::nullopt;
}

std::string as_literal(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + '"';
}

/// The body of a macro with arguments in place of its parameters ([cpp.subst]).
std::string replaced(const Macro& macro, std::vector<std::string> arguments) {
  const bool is_variadic = !macro.parameters.empty() && macro.parameters.back() == "__VA_ARGS__";
  while (is_variadic && arguments.size() > macro.parameters.size()) {
    const std::string last = std::move(arguments.back());
    arguments.pop_back();
    arguments.back() += ", " + last;
  }
  arguments.resize(macro.parameters.size());
  const auto argument_of = [&](const Token& token) -> const std::string* {
    const auto found = std::ranges::find(macro.parameters, token.text);
    if (token.kind != Token::Kind::word || found == macro.parameters.end()) return nullptr;
    return &arguments[static_cast<std::size_t>(found - macro.parameters.begin())];
  };
  const Tokens tokens = tokenise(macro.body);
  std::string text;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    text += macro.body.substr(copied, tokens[i].offset - copied);
    copied = tokens[i].end();
    const bool is_mark = tokens[i].is("#") && i + 1 < tokens.size();
    if (is_mark && tokens[i + 1].is("#")) {
      text.erase(text.find_last_not_of(' ') + 1);
      copied = ++i + 1 < tokens.size() ? tokens[i + 1].offset : tokens[i].end();
    } else if (const std::string* quoted = is_mark ? argument_of(tokens[i + 1]) : nullptr) {
      text += as_literal(*quoted);
      copied = tokens[++i].end();
    } else {
      const std::string* argument = argument_of(tokens[i]);
      text += argument != nullptr ? *argument : tokens[i].text;
    }
  }
  return text + macro.body.substr(copied);
}

class AssemblyMacros {
 public:
  explicit AssemblyMacros(const std::vector<std::string_view>& texts) : texts_(texts) {
    for (const std::string_view text : texts) {
      tokens_.push_back(text.find("asm") != std::string_view::npos ? tokenise(text) : Tokens());
      for (const Token& token : tokens_.back()) {
        if (token.kind != Token::Kind::directive) continue;
        if (auto macro = macro_of(token.text)) macros_.push_back(std::move(*macro));
      }
    }
    for (const Macro& macro : macros_) {
      if (has_text_parameter(macro)) names_.insert(macro.name);
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
      for (const Macro& macro : macros_) {
        const Tokens tokens = tokenise(macro.body);
        if (std::ranges::any_of(tokens, [&](const Token& token) {
              return token.kind == Token::Kind::word && names_.contains(token.text);
            }))
          names_.insert(macro.name);
      }
    }
  }

  /// The name of the macro without parameters that stands for a use.
  static std::string use_name(std::string_view name, std::ptrdiff_t use) {
    return fmt::format("{}__duet_{}", name, use);
  }
  std::string name_of_use(std::string_view name, std::vector<std::string> arguments) {
    std::vector<std::vector<std::string>>& uses = uses_[std::string(name)];
    auto found = std::ranges::find(uses, arguments);
    if (found == uses.end()) {
      found = uses.insert(uses.end(), std::move(arguments));
      ++count_;
    }
    return use_name(name, found - uses.begin());
  }

  std::string with_names_of_uses(std::string_view text, const Tokens& tokens) {
    std::string result;
    std::size_t copied = 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (tokens[i].kind != Token::Kind::word || !tokens[i + 1].is("(") ||
          !names_.contains(tokens[i].text))
        continue;
      const Token& name = tokens[i];
      std::size_t end = i + 1;
      auto arguments = arguments_at(text, tokens, end);
      if (!arguments) continue;
      const std::string_view use = text.substr(name.offset, tokens[end].end() - name.offset);
      result += text.substr(copied, name.offset - copied);
      result += name_of_use(name.text, std::move(*arguments)) + "()";
      result.append(static_cast<std::size_t>(std::ranges::count(use, '\n')), '\n');
      copied = tokens[end].end();
      i = end;
    }
    return result.append(text.substr(copied));
  }

  /// What uses stand for may have uses of other macros.
  void find_further_uses() {
    constexpr std::size_t most_uses = 4096;  // a macro that uses itself would have no end
    for (std::size_t before = count_ + 1; before != count_ && count_ < most_uses;) {
      before = count_;
      for (const Macro& macro : macros_) {
        for (std::size_t i = 0; i < uses_[macro.name].size(); ++i) body_of_use(macro, i);
      }
    }
  }
  std::string body_of_use(const Macro& macro, std::size_t use) {
    const std::string body = replaced(macro, uses_[macro.name][use]);
    return with_names_of_uses(body, tokenise(body));
  }

  /// Puts the definitions for all uses after those of the macros. Branches that are skipped have
  /// such lines, too; thus the number of the next line is told again where one ends.
  std::string with_definitions(const std::string& text) {
    std::string result;
    std::size_t copied = 0;
    for (const Token& token : tokenise(text)) {
      if (token.kind != Token::Kind::directive) continue;
      const auto macro = macro_of(token.text);
      const bool is_written_out = macro && names_.contains(macro->name);
      if (!is_written_out && (copied == 0 || !ends_branch(token))) continue;
      result += text.substr(copied, token.end() - copied);
      copied = token.end();
      for (std::size_t i = 0; is_written_out && i < uses_[macro->name].size(); ++i) {
        const std::string name = use_name(macro->name, static_cast<std::ptrdiff_t>(i));
        result += fmt::format("\n#undef {0}\n#define {0}() {1}", name, body_of_use(*macro, i));
      }
      const auto lines =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(token.end()), '\n');
      result += fmt::format("\n#line {}", lines + 2);
    }
    return result + text.substr(copied);
  }

  const std::vector<std::string_view>& texts_;
  std::vector<Tokens> tokens_{};
  std::vector<Macro> macros_{};
  std::set<std::string, std::less<>> names_{};  ///< of macros that are written out
  std::map<std::string, std::vector<std::vector<std::string>>> uses_{};  ///< arguments, by name
  std::size_t count_ = 0;                                                ///< of uses
  std::vector<std::string> results_{};
};

}  // namespace

std::vector<std::string> with_written_out_assembly(const std::vector<std::string_view>& texts) {
  AssemblyMacros macros(texts);
  if (macros.are_there()) return macros.write_out();
  return {texts.begin(), texts.end()};
}

}  // namespace duet
