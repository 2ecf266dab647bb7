#pragma once

#include <span>
#include <string_view>

namespace expression {

/// A function of the formula language. The device names are those of C: present in kernels on every
/// backend, and without the risk that a missing float overload silently computes in double.
struct Function {
  std::string_view name;
  int parameters;           ///< 1 or 2
  std::string_view device;  ///< in kernels for double; with an f appended for float
  double (*unary)(double);
  double (*binary)(double, double);
};

std::span<const Function> function_table() noexcept;
/// Null if there is none of that name.
const Function* find_function(std::string_view name) noexcept;

}  // namespace expression
