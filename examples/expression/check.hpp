#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "formula.hpp"

namespace expression {

/// The expected results of a formula.
struct Expectation {
  std::vector<double> values{};  ///< Computed by muParser in double.
  std::vector<double> errors{};  ///< The allowed error of each result.
};

/// Evaluates `formula` on the host for every row of `columns`, one column for each variable.
/// @throws duet::tool::UsageError if muParser refuses the formula
Expectation expect(const Formula& formula, const std::vector<std::vector<double>>& columns,
                   bool use_double);

/// The comparison of results with the expected ones.
struct Comparison {
  std::size_t wrong = 0;        ///< Number of elements with more than the allowed error.
  std::size_t first_wrong = 0;  ///< Index of the first of them.
  std::size_t unchecked = 0;    ///< Number of elements whose rounding error has no bound.
  double max_relative = 0;      ///< The largest relative error, over expected values other than 0.
  double max_share = 0;         ///< The largest error divided by the allowed error.

  /// @param row  the row of `expectation` that belongs to element `index`
  void add(double result, const Expectation& expectation, std::size_t row, std::size_t index);
};

}  // namespace expression
