#pragma once

#include <span>

#include "formula.hpp"

namespace expression {

/// A number format in which a formula is computed.
struct Precision {
  double unit;      ///< The relative error of one rounding.
  double smallest;  ///< The smallest normal number: what an underflow may lose.
  double largest;   ///< The largest number.
};

Precision precision_of(bool use_double) noexcept;

/// A value, and how far one computed with roundings may be from it.
struct Bounded {
  double value = 0;
  double error = 0;  ///< Infinite where nothing can be promised, such as near a pole or a jump.
};

/// Computes `node` in double and follows its rounding errors in `precision` to first order: each
/// operation adds its own (an operator half a unit in the last place; a function is granted 8, pow
/// and atan2 16, meant to be generous for every backend) and passes on what its operands bring. A
/// fixed relative tolerance would fail right results of x - y for nearly equal x and y, and pass
/// wrong ones elsewhere.
Bounded bound(const Node& node, std::span<const double> variables, const Precision& precision);

}  // namespace expression
