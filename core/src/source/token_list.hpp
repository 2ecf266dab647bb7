#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tokens.hpp"

namespace duet {

/// The tokens of a source, and questions about groups of them.
class TokenList {
 public:
  explicit TokenList(std::string_view source) : tokens_(tokenise(source)) {}

  std::size_t size() const noexcept { return tokens_.size(); }
  const Token& operator[](std::size_t i) const { return tokens_[i]; }

  bool is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && tokens_[i].is(text);
  }
  bool contains(std::size_t begin, std::size_t end, std::string_view word) const;
  /// The index after the bracket that closes the one at `open`.
  std::size_t after_group(std::size_t open, char opening, char closing) const;
  std::size_t after_parentheses(std::size_t open) const { return after_group(open, '(', ')'); }
  /// Whether the word's parentheses are not a parameter list.
  static bool takes_parentheses(const Token& token);

 protected:
  std::vector<Token> tokens_;
};

}  // namespace duet
