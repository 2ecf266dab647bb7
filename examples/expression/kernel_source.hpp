#pragma once

#include <string>

#include "formula.hpp"

namespace expression {

/// The name of the kernel in `kernel_source`.
inline constexpr const char* kernel_name = "evaluate";

/// Writes a kernel that evaluates `formula` for every element. Its parameters are an array for each
/// variable, in their order, the result array and the number of elements (unsigned long long).
/// @param use_double  compute in double, else in float
std::string kernel_source(const Formula& formula, bool use_double);

}  // namespace expression
