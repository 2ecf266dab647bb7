#include "header_condition.hpp"

#include <algorithm>

#include "source/tokens.hpp"

namespace duet {

namespace {

Truth negation(Truth value) {
  return value == Truth::unknown ? value : value == Truth::yes ? Truth::no : Truth::yes;
}

/// The value of an operation of two operands, one of which may decide it alone.
Truth combination(Truth a, Truth b, Truth decisive) {
  if (a == decisive || b == decisive) return decisive;
  return a == Truth::unknown ? a : b;
}

/// Computes an expression of `defined`, `!`, `&&`, `||` and parentheses. Anything else is unknown.
class Evaluation {
 public:
  Evaluation(std::string_view expression, const std::function<Truth(std::string_view)>& is_defined)
      : tokens_(tokenise(expression)), is_defined_(is_defined) {}

  Truth value() {
    if (tokens_.size() == 2 && tokens_[0].is("ifdef")) return is_defined_(tokens_[1].text);
    if (tokens_.size() == 2 && tokens_[0].is("ifndef"))
      return negation(is_defined_(tokens_[1].text));
    const Truth result = alternatives();
    return at_ == tokens_.size() ? result : Truth::unknown;
  }

 private:
  bool take(std::string_view mark) {
    if (at_ >= tokens_.size() || !tokens_[at_].is(mark)) return false;
    ++at_;
    return true;
  }
  bool take_twice(std::string_view mark) {
    if (at_ + 1 >= tokens_.size() || !tokens_[at_].is(mark) || !tokens_[at_ + 1].is(mark))
      return false;
    at_ += 2;
    return true;
  }
  Truth alternatives() {
    Truth result = both();
    while (take_twice("|")) result = combination(result, both(), Truth::yes);
    return result;
  }
  Truth both() {
    Truth result = operand();
    while (take_twice("&")) result = combination(result, operand(), Truth::no);
    return result;
  }
  Truth operand() {
    if (take("!")) return negation(operand());
    if (take("(")) {
      const Truth result = alternatives();
      return take(")") ? result : Truth::unknown;
    }
    if (!take("defined")) return Truth::unknown;
    const bool is_open = take("(");
    if (at_ >= tokens_.size()) return Truth::unknown;
    const Truth result = is_defined_(tokens_[at_++].text);
    return !is_open || take(")") ? result : Truth::unknown;
  }

  std::vector<Token> tokens_;
  const std::function<Truth(std::string_view)>& is_defined_;
  std::size_t at_ = 0;
};

}  // namespace

Truth is_compiled(const std::vector<HeaderCondition>& conditions,
                  const std::function<Truth(std::string_view)>& is_defined) {
  Truth result = Truth::yes;
  for (const HeaderCondition& condition : conditions) {
    const Truth value = condition.expression.empty()
                            ? Truth::unknown
                            : Evaluation(condition.expression, is_defined).value();
    result = combination(result, condition.is_else ? negation(value) : value, Truth::no);
  }
  return result;
}

}  // namespace duet
