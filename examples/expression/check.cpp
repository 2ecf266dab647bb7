#include "check.hpp"

#include <algorithm>
#include <cmath>

#include <muParser.h>

#include "rounding.hpp"
#include "support/usage_error.hpp"

namespace expression {
namespace {

/// A muParser that knows only the functions of the formula language. It has more operators, such as
/// ^ and &&, but Formula refuses formulas with them.
mu::Parser make_parser(const Formula& formula, std::vector<double>& variables) {
  mu::Parser parser;
  parser.ClearFun();
  parser.ClearConst();
  for (const Function& function : function_table()) {
    const std::string name(function.name);
    if (function.parameters == 1)
      parser.DefineFun(name, function.unary);
    else
      parser.DefineFun(name, function.binary);
  }
  for (std::size_t i = 0; i < variables.size(); ++i)
    parser.DefineVar(formula.variables()[i], &variables[i]);
  // muParser refuses spaces between a function and its parenthesis. The language needs no spaces.
  std::string text = formula.text();
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\n'; });
  parser.SetExpr(text);
  return parser;
}

}  // namespace

Expectation expect(const Formula& formula, const std::vector<std::vector<double>>& columns,
                   bool use_double) {
  const std::size_t rows = columns.empty() ? 0 : columns.front().size();
  const Precision precision = precision_of(use_double);
  std::vector<double> variables(columns.size());
  Expectation expectation;
  expectation.values.reserve(rows);
  expectation.errors.reserve(rows);
  try {
    const mu::Parser parser = make_parser(formula, variables);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < columns.size(); ++i) variables[i] = columns[i][row];
      expectation.values.push_back(parser.Eval());
      // Doubled, because the host's value and the bound have rounding errors, too.
      expectation.errors.push_back(2 * bound(formula.root(), variables, precision).error);
    }
  } catch (const mu::ParserError& error) {
    throw duet::tool::UsageError("formula: " + error.GetMsg());
  }
  return expectation;
}

void Comparison::add(double result, const Expectation& expectation, std::size_t row,
                     std::size_t index) {
  const double expected = expectation.values[row];
  const double allowed = expectation.errors[row];
  if (std::isinf(allowed)) {
    ++unchecked;
    return;
  }
  if (result == expected || (std::isnan(result) && std::isnan(expected))) return;
  const double error = std::fabs(result - expected);
  if (std::isfinite(error) && expected != 0)
    max_relative = std::max(max_relative, error / std::fabs(expected));
  if (std::isfinite(error) && allowed > 0) max_share = std::max(max_share, error / allowed);
  if (error <= allowed) return;
  if (wrong++ == 0) first_wrong = index;
}

}  // namespace expression
