#pragma once

#include <span>

#include "formula.hpp"

namespace expression {

/// The number format in which a formula is computed.
struct Precision {
  double unit;      ///< Relative error of one rounding.
  double smallest;  ///< The smallest normal number, the largest error of an underflow.
  double largest;   ///< The largest number.
};

Precision precision_of(bool use_double) noexcept;

/// A value with a bound of the rounding error of its computation.
struct Bounded {
  double value = 0;
  double error = 0;  ///< Infinite if there is no bound, such as near a pole or a jump.
};

/// Computes `node` in double and bounds its rounding error in `precision`, to first order. Each
/// operation adds its own error (an operator half a unit in the last place, a function 8, pow and
/// atan2 16, which is generous for every backend) and passes on the errors of its operands. A fixed
/// relative tolerance would reject right results of x - y for nearly equal x and y, and accept
/// wrong results elsewhere.
Bounded bound(const Node& node, std::span<const double> variables, const Precision& precision);

}  // namespace expression
