#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace duet::tool {

/// What formulas may use: `n`, the size, and `block`, the number of threads in a block.
struct FormulaVariables {
  double n = 0;
  double block = 0;
};

/// Evaluates a formula such as "12*n" or "ceil(n/block)".
/// @param what  the option or argument, for messages
/// @throws UsageError if the formula is wrong or its value is not finite
double evaluate(std::string_view formula, const FormulaVariables& variables, std::string_view what);

/// Replaces each "{FORMULA}" in a text by its value: "rand:f32:{2*n}". Integers are written
/// without a fraction. @throws UsageError as `evaluate`, and for a brace without its other
std::string expand(std::string_view text, const FormulaVariables& variables, std::string_view what);

}  // namespace duet::tool
