#include "rounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace expression {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A product in which 0 times infinity is 0.
double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

/// Whether the rounded value may be zero.
bool may_be_zero(const Bounded& x) { return x.error > 0 && std::fabs(x.value) <= x.error; }

/// The change from `value` to `changed`; infinite if only one of them is NaN.
double change(double value, double changed) {
  if (std::isnan(value) && std::isnan(changed)) return 0;
  if (value == changed) return 0;
  const double difference = std::fabs(changed - value);
  return std::isnan(difference) ? infinity : difference;
}

Bounded rounded(Bounded result, double units, const Precision& precision) {
  if (std::isnan(result.error)) result.error = infinity;
  const bool exact_zero = result.value == 0 && result.error == 0;
  if (!std::isfinite(result.value) || exact_zero) return result;
  result.error += units * precision.unit * std::fabs(result.value) + precision.smallest;
  if (std::fabs(result.value) + result.error > precision.largest) result.error = infinity;
  return result;
}

/// The rounding error of a literal; most literals are exact in float.
Bounded literal(double value, const Precision& precision) {
  if (std::fabs(value) > precision.largest) return {value, infinity};
  const bool is_double = precision.largest == std::numeric_limits<double>::max();
  return {value, is_double ? 0 : std::fabs(static_cast<double>(static_cast<float>(value)) - value)};
}

/// Whether the value is NaN with any rounding.
bool is_surely_nan(const Bounded& x) { return std::isnan(x.value) && !std::isinf(x.error); }

Bounded arithmetic(char name, const Bounded& a, const Bounded& b, const Precision& precision) {
  if (is_surely_nan(a) || is_surely_nan(b)) return {a.value + b.value, 0};
  const double size_a = std::fabs(a.value);
  const double size_b = std::fabs(b.value);
  Bounded result;
  switch (name) {
    case '+': result = {a.value + b.value, a.error + b.error}; break;
    case '-': result = {a.value - b.value, a.error + b.error}; break;
    case '*':
      result = {a.value * b.value,
                times(size_a, b.error) + times(size_b, a.error) + times(a.error, b.error)};
      break;
    default: {
      const double value = a.value / b.value;
      const double brought = a.error + times(std::fabs(value), b.error);
      result = {value, brought == 0        ? 0
                       : b.error >= size_b ? infinity
                                           : brought / (size_b - b.error)};
    }
  }
  return rounded(result, 1, precision);
}

Bounded comparison(const std::string& name, const Bounded& a, const Bounded& b) {
  const bool holds = name == "<"    ? a.value < b.value
                     : name == "<=" ? a.value <= b.value
                     : name == ">"  ? a.value > b.value
                     : name == ">=" ? a.value >= b.value
                     : name == "==" ? a.value == b.value
                                    : a.value != b.value;
  if (is_surely_nan(a) || is_surely_nan(b)) return {holds ? 1.0 : 0.0, 0};
  const double error = a.error + b.error;
  const bool uncertain = error > 0 && !(std::fabs(a.value - b.value) > error);
  return {holds ? 1.0 : 0.0, uncertain ? 1.0 : 0.0};
}

Bounded call(const Function& function, const Bounded& a, const Precision& precision) {
  const double value = function.unary(a.value);
  double error = 0;
  if (a.error > 0) {
    // The ends of the interval bound monotone and even functions. Special cases follow.
    error = std::max(change(value, function.unary(a.value - a.error)),
                     change(value, function.unary(a.value + a.error)));
    if (function.name == "sin" || function.name == "cos") error = std::min(a.error, 2.0);
    if (function.name == "tan" && std::fabs(std::cos(a.value)) <= a.error) error = infinity;
  }
  const bool exact = function.name == "abs" || function.name == "floor" || function.name == "ceil";
  return exact ? Bounded{value, error} : rounded({value, error}, 16, precision);
}

Bounded call(const Function& function, const Bounded& a, const Bounded& b,
             const Precision& precision) {
  const double value = function.binary(a.value, b.value);
  if (function.name == "min" || function.name == "max") return {value, std::max(a.error, b.error)};
  double error = 0;
  if (a.error > 0 || b.error > 0) {
    for (const double x : {a.value - a.error, a.value + a.error})
      for (const double y : {b.value - b.error, b.value + b.error})
        error = std::max(error, change(value, function.binary(x, y)));
    if (function.name == "pow" && may_be_zero(a) && b.value < 0) error = infinity;
    if (function.name == "atan2" && std::fabs(a.value) <= a.error && std::fabs(b.value) <= b.error)
      error = 2 * std::numbers::pi;
  }
  return rounded({value, error}, 32, precision);
}

}  // namespace

Precision precision_of(bool use_double) noexcept {
  using Double = std::numeric_limits<double>;
  using Float = std::numeric_limits<float>;
  if (use_double) return {Double::epsilon() / 2, Double::min(), Double::max()};
  return {static_cast<double>(Float::epsilon()) / 2, static_cast<double>(Float::min()),
          static_cast<double>(Float::max())};
}

Bounded bound(const Node& node, std::span<const double> variables, const Precision& precision) {
  const auto child = [&](std::size_t i) { return bound(node.children[i], variables, precision); };
  switch (node.kind) {
    case Node::Kind::number: return literal(node.number, precision);
    case Node::Kind::variable: return {variables[node.variable], 0};
    case Node::Kind::negate: {
      const Bounded a = child(0);
      return {-a.value, a.error};
    }
    case Node::Kind::binary: return arithmetic(node.name[0], child(0), child(1), precision);
    case Node::Kind::compare: return comparison(node.name, child(0), child(1));
    case Node::Kind::select: {
      const Bounded condition = child(0);
      Bounded result = child(condition.value != 0 ? 1 : 2);
      if (may_be_zero(condition)) result.error = infinity;
      return result;
    }
    case Node::Kind::call: {
      const Function& function = *node.function;
      if (function.parameters == 1) return call(function, child(0), precision);
      return call(function, child(0), child(1), precision);
    }
  }
  return {};
}

}  // namespace expression
