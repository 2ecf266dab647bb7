#include "inline_assembly.hpp"

#include <algorithm>
#include <array>

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
    if (next != '\n') text += next == 'n' || next == 't' || next == 'r' ? ' ' : next;
  }
  return text;
}

class AssemblyReader {
 public:
  AssemblyReader(std::string_view source, const std::vector<Token>& tokens)
      : source_(source), tokens_(tokens) {}

  /// Reads the statement that begins at token `i`. @returns whether it is one
  bool read(std::size_t i, InlineAssembly& found) {
    at_ = i + 1;
    while (is("volatile") || is("__volatile__")) ++at_;
    if (!is("(")) return false;
    ++at_;
    if (!is_string()) return false;
    for (; is_string(); ++at_) found.text += literal_contents(tokens_[at_].text);
    // Outputs and inputs; what follows are clobbers.
    for (int section = 0; section < 2 && is(":"); ++section) {
      ++at_;
      while (is_string() || is("[")) {
        if (!read_operand(found)) return false;
      }
    }
    while (at_ < tokens_.size() && !is(")")) ++at_;
    const bool is_last = at_ + 1 == tokens_.size();  // in the text of a macro
    if (!is_last && (at_ >= tokens_.size() || !tokens_[at_ + 1].is(";"))) return false;
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

  bool read_operand(InlineAssembly& found) {
    if (!is_string()) return false;  // operands with names are not read
    AssemblyOperand operand{.constraint = literal_contents(tokens_[at_].text)};
    ++at_;
    if (!is("(")) return false;
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
  std::size_t at_ = 0;
};

}  // namespace

std::vector<InlineAssembly> inline_assembly(std::string_view source) {
  constexpr std::array<std::string_view, 3> names{"asm", "__asm__", "__asm"};
  std::vector<InlineAssembly> all;
  if (source.find("asm") == std::string_view::npos) return all;
  const std::vector<Token> tokens = tokenise(source);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_asm = tokens[i].kind == Token::Kind::word &&
                        std::ranges::find(names, tokens[i].text) != names.end();
    InlineAssembly found;
    if (is_asm && AssemblyReader(source, tokens).read(i, found)) all.push_back(std::move(found));
  }
  return all;
}

}  // namespace duet
