#pragma once

#include <cstddef>
#include <optional>

#include "source/token_list.hpp"

namespace duet::cpu {

/// The first and the last token of a statement.
struct Statement {
  std::size_t first;
  std::size_t last;
};

/// The statements of functions.
class Statements {
 public:
  explicit Statements(const TokenList& tokens) : tokens_(tokens) {}

  /// The statement that begins with a token; an `if` with its `else`.
  /// @param depth  of statements in statements; those deeper than 100 are cut
  Statement at(std::size_t first, int depth = 0) const;
  /// The smallest statement around another one of a function; none around the function's block.
  std::optional<Statement> around(const Statement& inner) const;
  /// The bracket that a closing one belongs to; 0 if there is none.
  std::size_t opening(std::size_t close, std::string_view open_mark,
                      std::string_view close_mark) const;
  /// Whether a statement stands in braces, where another one may follow it.
  bool is_in_block(const Statement& statement) const;

 private:
  bool is_any(std::size_t i, std::initializer_list<std::string_view> words) const;
  std::optional<Statement> with_head(std::size_t close) const;
  std::size_t after_head(std::size_t keyword) const;

  const TokenList& tokens_;
};

}  // namespace duet::cpu
