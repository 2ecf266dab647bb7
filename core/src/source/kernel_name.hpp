#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// The parts of a name expression: "ns::k<float, 4>".
struct KernelName {
  std::string name{};                                 ///< "ns::k"
  std::optional<std::vector<std::string>> arguments;  ///< "float", "4"; unset without "<…>"
};

/// Parses a name expression. An address operator and leading colons are dropped.
/// @returns empty for other text
std::optional<KernelName> parse_kernel_name(std::string_view expression);

/// The C++ expression for a name expression: one of several kernels of a name, which is named with
/// its parameters, becomes a cast: "(void (*)(int*, int n))ns::k" for "ns::k(int*, int n)". Others
/// stay.
std::string address_expression(const std::string& expression);

/// An expression without quotes, blanks, semicolons, "void", "__global__" and parameter lists
/// around its name, and with missing ">" added: "k<int>" for "'k<int'" and for "void
/// k<int>(int*);".
std::string cleaned_kernel_name(std::string_view expression);

}  // namespace duet
