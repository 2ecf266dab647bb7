#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "formula.hpp"

namespace expression {

/// What the results of a formula must be.
struct Expectation {
  std::vector<double> values{};  ///< muParser's, in double.
  std::vector<double> errors{};  ///< How far a result may be from them.
};

/// Evaluates `formula` on the host for every row of `columns`, one column for each variable.
/// @throws duet::tool::UsageError if muParser refuses the formula
Expectation expect(const Formula& formula, const std::vector<std::vector<double>>& columns,
                   bool use_double);

/// How results compare with what was expected.
struct Comparison {
  std::size_t wrong = 0;        ///< Elements outside their bound.
  std::size_t first_wrong = 0;  ///< The first of them.
  std::size_t unchecked = 0;    ///< Elements for which rounding leaves everything open.
  double max_relative = 0;      ///< The largest relative error where the expected value is not 0.
  double max_share = 0;         ///< The largest error as a share of what is allowed.

  /// @param row  the row of `expectation` that belongs to element `index`
  void add(double result, const Expectation& expectation, std::size_t row, std::size_t index);
};

}  // namespace expression
