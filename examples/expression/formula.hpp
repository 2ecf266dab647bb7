#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "function_table.hpp"

namespace expression {

/// A node of the syntax tree: an operation and its operands.
struct Node {
  enum class Kind { number, variable, negate, binary, compare, select, call };

  Kind kind;
  double number = 0;                   ///< value, for `number`
  std::size_t variable = 0;            ///< index in Formula::variables(), for `variable`
  std::string name{};                  ///< variable name, or operator for `binary` and `compare`
  const Function* function = nullptr;  ///< for `call`
  std::vector<Node> children{};
};

/// A formula over named arrays, read from text. The language:
///   numbers           1  2.5  .5  1e-3, always floating-point
///   variables         letters, digits, underscores
///   + - * /           and unary -, with the usual precedence
///   < <= > >= == !=   give 1 or 0; not chained
///   a ? b : c         b if a is not 0, else c
///   functions         see function_table()
class Formula {
 public:
  /// @throws duet::tool::UsageError with the error and its position
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
