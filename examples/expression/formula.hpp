#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "function_table.hpp"

namespace expression {

/// A part of a formula: an operation and what it works on.
struct Node {
  enum class Kind { number, variable, negate, binary, compare, select, call };

  Kind kind;
  double number = 0;                   ///< of a number
  std::size_t variable = 0;            ///< of a variable: its index in Formula::variables()
  std::string name{};                  ///< of a variable; the operator of binary and compare
  const Function* function = nullptr;  ///< of a call
  std::vector<Node> children{};
};

/// A formula over named arrays, read from text. The language:
///   numbers           1  2.5  .5  1e-3, always floating
///   variables         letters, digits, underscore
///   + - * /           and - before a value, with the usual precedence
///   < <= > >= == !=   1 or 0; not chained
///   a ? b : c         b where a is not 0
///   functions         those of function_table()
class Formula {
 public:
  /// @throws duet::tool::UsageError that shows the place and says what is wrong
  explicit Formula(std::string_view text);

  const std::string& text() const noexcept { return text_; }
  const Node& root() const noexcept { return root_; }
  /// In the order of their first appearance.
  const std::vector<std::string>& variables() const noexcept { return variables_; }

 private:
  std::string text_;
  std::vector<std::string> variables_{};
  Node root_;
};

}  // namespace expression
