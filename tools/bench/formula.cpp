#include "formula.hpp"

#include <muParser.h>

#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

double round_up(double value) { return std::ceil(value); }
double round_down(double value) { return std::floor(value); }

std::string number_text(double value) {
  constexpr double most = 9007199254740992.0;  // integers up to 2^53 are exact
  if (value == std::floor(value) && std::fabs(value) <= most)
    return std::to_string(static_cast<std::int64_t>(value));
  return fmt::format("{}", value);
}

}  // namespace

double evaluate(std::string_view formula, const FormulaVariables& variables,
                std::string_view what) {
  try {
    mu::Parser parser;
    parser.DefineConst("n", variables.n);
    parser.DefineConst("block", variables.block);
    parser.DefineFun("ceil", round_up);
    parser.DefineFun("floor", round_down);
    parser.SetExpr(std::string(formula));
    const double value = parser.Eval();
    if (std::isfinite(value)) return value;
    throw UsageError(fmt::format("{}: '{}' is {} for n = {}, block = {}", what, formula, value,
                                 number_text(variables.n), number_text(variables.block)));
  } catch (const mu::Parser::exception_type& error) {
    throw UsageError(fmt::format("{}: the formula '{}' is wrong: {} It may use n and block", what,
                                 formula, error.GetMsg()));
  }
}

std::string expand(std::string_view text, const FormulaVariables& variables,
                   std::string_view what) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('{', at);
    result += text.substr(at, open - at);
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos)
      throw UsageError(fmt::format("{}: '{}' has no '}}' after '{{'", what, text));
    result += number_text(evaluate(text.substr(open + 1, close - open - 1), variables, what));
    at = close + 1;
  }
  return result;
}

}  // namespace duet::tool
