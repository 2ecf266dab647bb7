#include "tokens.hpp"

#include <algorithm>
#include <string>

namespace duet {

namespace {

bool starts_word(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_space(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

class Tokeniser {
 public:
  explicit Tokeniser(std::string_view source) noexcept : source_(source) {
    if (follows("\xef\xbb\xbf")) at_ = 3;  // a byte-order mark
  }

  std::vector<Token> tokens() {
    while (at_ < source_.size()) step();
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const noexcept {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  bool follows(std::string_view text) const noexcept {
    return source_.substr(at_).starts_with(text);
  }
  void finish(Token::Kind kind, std::size_t begin) {
    at_ = std::min(at_, source_.size());
    tokens_.push_back({kind, source_.substr(begin, at_ - begin), begin});
  }

  void step() {
    const char c = peek();
    const std::size_t begin = at_;
    if (c == '\n') {
      line_start_ = true;
      ++at_;
    } else if (is_space(c) || follows("\\\n")) {
      at_ += c == '\\' ? 2 : 1;
    } else if (follows("//") || follows("/*")) {
      skip_comment();
    } else if (c == '#' && line_start_) {
      skip_directive();
      finish(Token::Kind::directive, begin);
    } else {
      line_start_ = false;
      if (starts_word(c)) {
        word();
      } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
        skip_number();
        finish(Token::Kind::number, begin);
      } else if (c == '"' || c == '\'') {
        skip_quoted(c);
        finish(Token::Kind::string, begin);
      } else {
        ++at_;
        finish(Token::Kind::mark, begin);
      }
    }
  }

  void skip_comment() noexcept {
    const bool block = peek(1) == '*';
    if (block) {
      const std::size_t end = source_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? source_.size() : end + 2;
    } else {
      while (at_ < source_.size() && peek() != '\n') at_ += follows("\\\n") ? 2 : 1;
    }
  }

  void skip_directive() noexcept {
    while (at_ < source_.size() && peek() != '\n') {
      if (follows("/*")) {
        skip_comment();
      } else {
        at_ += follows("\\\n") ? 2 : follows("\\\r\n") ? 3 : 1;
      }
    }
  }

  void skip_number() noexcept {
    while (at_ < source_.size()) {
      const char c = peek();
      const bool exponent_sign =
          (c == '+' || c == '-') && std::string_view("eEpP").find(source_[at_ - 1]) < 4;
      const bool separator = c == '\'' && (starts_word(peek(1)) || is_digit(peek(1)));
      if (!is_digit(c) && !starts_word(c) && c != '.' && !exponent_sign && !separator) return;
      ++at_;
    }
  }

  /// Ends at the latest with the line, so that a stray apostrophe does little harm.
  void skip_quoted(char quote) noexcept {
    ++at_;
    while (at_ < source_.size() && peek() != '\n') {
      const char c = peek();
      at_ += c == '\\' ? 2 : 1;
      if (c == quote) return;
    }
  }

  void skip_raw() {
    const std::size_t open = source_.find('(', at_);
    if (open == std::string_view::npos) {
      at_ = source_.size();
      return;
    }
    std::string close(source_.substr(at_, open - at_));  // the quote and the delimiter
    close.front() = ')';
    close += '"';
    const std::size_t end = source_.find(close, open);
    at_ = end == std::string_view::npos ? source_.size() : end + close.size();
  }

  void word() {
    const std::size_t begin = at_;
    while (starts_word(peek()) || is_digit(peek())) ++at_;
    const std::string_view text = source_.substr(begin, at_ - begin);
    if (peek() == '"' &&
        (text == "R" || text == "u8R" || text == "uR" || text == "UR" || text == "LR")) {
      skip_raw();
      return finish(Token::Kind::string, begin);
    }
    finish(Token::Kind::word, begin);
  }

  std::string_view source_;
  std::size_t at_ = 0;
  bool line_start_ = true;
  std::vector<Token> tokens_{};
};

}  // namespace

std::vector<Token> tokenise(std::string_view source) { return Tokeniser(source).tokens(); }

std::string_view directive_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t", 1), line.size()));
  return line.substr(0, line.find_first_of(" \t\r\n(\"<"));
}

std::string_view definition_of(std::string_view directive) {
  const std::size_t at = directive.find_first_not_of(" \t", 1);
  constexpr std::string_view word = "define";
  if (at == std::string_view::npos || directive.compare(at, word.size(), word) != 0) return {};
  return directive.substr(at + word.size());
}

std::string_view replacement_of(std::string_view definition) {
  const std::vector<Token> tokens = tokenise(definition);
  if (tokens.empty()) return {};
  const bool has_parameters =
      tokens.size() > 1 && tokens[1].is("(") && tokens[1].offset == tokens[0].end();
  std::size_t end = tokens[0].end();
  if (has_parameters) end = std::min(definition.find(')', end), definition.size() - 1) + 1;
  return definition.substr(end);
}

}  // namespace duet
