#pragma once

#include <span>
#include <string_view>

namespace expression {

/// A function of the formula language. On the device it is the function of C, which every backend
/// has; an overloaded C++ function could compute in double if its float overload is missing.
struct Function {
  std::string_view name;
  int parameters;           ///< 1 or 2
  std::string_view device;  ///< name in kernels for double; for float an f is appended
  double (*unary)(double);
  double (*binary)(double, double);
};

std::span<const Function> function_table() noexcept;
/// Null for an unknown name.
const Function* find_function(std::string_view name) noexcept;

}  // namespace expression
