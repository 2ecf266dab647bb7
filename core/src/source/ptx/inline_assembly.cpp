#include "inline_assembly.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "source/tokens.hpp"

namespace duet {

namespace {

/// The characters of a string literal.
std::string literal_contents(std::string_view literal) {
  std::string text;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    if (literal[i] != '\\' || i + 2 >= literal.size()) {
      text += literal[i];
      continue;
    }
    const char next = literal[++i];
    if (next != '\n') text += next == 'n' ? '\n' : next == 't' || next == 'r' ? ' ' : next;
  }
  return text;
}

/// Macros that stand for parts of instructions: #define HINT(size) ".L2::" #size "B"
class TextMacros {
 public:
  explicit TextMacros(const std::vector<Token>& tokens) {
    for (const Token& token : tokens) {
      if (token.kind == Token::Kind::directive) note(tokenise(token.text.substr(1)));
    }
  }
  bool contain(std::string_view name) const { return macros_.contains(name); }
  bool has_parameter(std::string_view name) const {
    return !macros_.find(name)->second.parameter.empty();
  }
  /// The characters that a macro gives.
  std::string expand(std::string_view name, std::string_view argument) const {
    std::string text;
    const Macro& macro = macros_.find(name)->second;
    for (const Token& token : macro.body) {
      if (token.kind == Token::Kind::string) text += literal_contents(token.text);
      if (token.is(macro.parameter)) text += argument;
    }
    return text;
  }

 private:
  struct Macro {
    std::string_view parameter;
    std::vector<Token> body;
  };
  /// Only macros of strings, with up to one parameter. The first definition counts.
  void note(std::vector<Token> define) {
    if (define.size() < 2 || !define[0].is("define")) return;
    const bool has_list =
        define.size() > 2 && define[2].is("(") && define[2].offset == define[1].end();
    if (has_list && (define.size() < 5 || !define[4].is(")"))) return;
    Macro macro{has_list ? define[3].text : "", {}};
    macro.body.assign(define.begin() + (has_list ? 5 : 2), define.end());
    const bool is_text = std::ranges::all_of(macro.body, [&](const Token& token) {
      return token.kind == Token::Kind::string || token.is("#") ||
             (has_list && token.is(macro.parameter));
    });
    if (is_text) macros_.try_emplace(define[1].text, std::move(macro));
  }

  std::map<std::string_view, Macro> macros_{};
};

/// Instructions on one line, without comments up to the ends of lines.
std::string without_lines(std::string_view text) {
  std::string result;
  bool is_comment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    is_comment |= text.substr(i, 2) == "//";
    if (text[i] == '\n') is_comment = false;
    if (!is_comment) result += text[i] == '\n' ? ' ' : text[i];
  }
  return result;
}

class AssemblyReader {
 public:
  AssemblyReader(std::string_view source, const std::vector<Token>& tokens,
                 const TextMacros& macros)
      : source_(source), tokens_(tokens), macros_(macros) {}

  /// Reads the statement that begins at token `i`. @returns whether it is one
  bool read(std::size_t i, InlineAssembly& found) {
    at_ = i + 1;
    while (is("volatile") || is("__volatile__")) ++at_;
    if (!is("(")) return false;
    ++at_;
    if (!is_string() && !is_macro()) return false;
    for (; is_string() || is_macro(); ++at_) {
      found.text += is_string() ? literal_contents(tokens_[at_].text) : expanded();
    }
    found.text = without_lines(found.text);
    // Outputs and inputs; what follows are clobbers.
    for (int section = 0; section < 2 && is(":"); ++section) {
      ++at_;
      while (is_string() || is_macro() || is("[")) {
        if (!read_operand(found)) return false;
      }
    }
    while (at_ < tokens_.size() && !is(")")) ++at_;
    const std::size_t end = at_ + 1;
    if (end > tokens_.size()) return false;
    const bool is_last = end == tokens_.size();  // in the text of a macro
    found.is_argument = !is_last && i > 0 && (tokens_[i - 1].is("(") || tokens_[i - 1].is(",")) &&
                        (tokens_[end].is(")") || tokens_[end].is(","));
    if (!is_last && !found.is_argument && !tokens_[end].is(";")) return false;
    found.begin = tokens_[i].offset;
    found.end = tokens_[at_].end();
    return true;
  }

 private:
  bool is(std::string_view text) const { return at_ < tokens_.size() && tokens_[at_].is(text); }
  bool is_string() const {
    return at_ < tokens_.size() && tokens_[at_].kind == Token::Kind::string &&
           tokens_[at_].text.starts_with('"');
  }

  bool is_macro() const { return at_ < tokens_.size() && macros_.contain(tokens_[at_].text); }
  /// A macro; its last token becomes the present one.
  std::string expanded() {
    const std::string_view name = tokens_[at_].text;
    if (!macros_.has_parameter(name)) return macros_.expand(name, {});
    const std::size_t argument = at_ + 2;
    while (at_ + 1 < tokens_.size() && !is(")")) ++at_;
    if (argument > at_) return {};
    return macros_.expand(name, source_.substr(tokens_[argument].offset,
                                               tokens_[at_].offset - tokens_[argument].offset));
  }

  bool read_operand(InlineAssembly& found) {
    AssemblyOperand operand;
    while (is_string() || (is_macro() && !macros_.has_parameter(tokens_[at_].text))) {
      operand.constraint += is_string() ? literal_contents(tokens_[at_].text) : expanded();
      ++at_;
    }
    if (operand.constraint.empty() || !is("(")) return false;  // those with names are not read
    const std::size_t open = at_;
    for (int depth = 0; at_ < tokens_.size(); ++at_) {
      if (is("(")) ++depth;
      if (is(")") && --depth == 0) break;
    }
    if (at_ >= tokens_.size()) return false;
    operand.expression =
        source_.substr(tokens_[open].end(), tokens_[at_].offset - tokens_[open].end());
    found.operands.push_back(std::move(operand));
    ++at_;
    if (is(",")) ++at_;
    return true;
  }

  std::string_view source_;
  const std::vector<Token>& tokens_;
  const TextMacros& macros_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<InlineAssembly> inline_assembly(std::string_view source) {
  constexpr std::array<std::string_view, 3> names{"asm", "__asm__", "__asm"};
  std::vector<InlineAssembly> all;
  if (source.find("asm") == std::string_view::npos) return all;
  const std::vector<Token> tokens = tokenise(source);
  const TextMacros macros(tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_asm = tokens[i].kind == Token::Kind::word &&
                        std::ranges::find(names, tokens[i].text) != names.end();
    InlineAssembly found;
    if (is_asm && AssemblyReader(source, tokens, macros).read(i, found))
      all.push_back(std::move(found));
  }
  return all;
}

}  // namespace duet
