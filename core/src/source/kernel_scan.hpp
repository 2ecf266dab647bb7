#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <duet/kernel_declaration.hpp>

namespace duet {

/// A function that is not a kernel.
struct FunctionDefinition {
  std::string name{};      ///< with its namespaces
  std::size_t line{};      ///< from 1
  bool is_device = false;  ///< __device__
};

/// A kernel that a text gives code to: a function with a body that is no template, or an explicit
/// instantiation.
struct KernelDefinition {
  std::string name{};  ///< with its namespaces; of an instantiation with arguments: "ns::k<float>"
  std::vector<std::string> parameters{};
  bool is_extern_c = false;
  bool is_anonymous = false;    ///< in an anonymous namespace
  bool is_conditional = false;  ///< in an #if
};

struct SourceFunctions {
  std::vector<KernelDeclaration> kernels{};  ///< several declarations of a kernel are listed once
  std::vector<KernelDefinition> definitions{};
  std::vector<FunctionDefinition> others{};  ///< those that are in no #if
};

/// Lists the kernels that a text declares, and the other functions that it defines in namespaces.
/// @param file  the text's name
SourceFunctions scan_functions(std::string_view text, std::string_view file);

/// Adds a declaration to a list that has each kernel once.
void add_kernel(std::vector<KernelDeclaration>& kernels, KernelDeclaration kernel);

/// Splits at the commas that are in no brackets. Empty for blank text.
std::vector<std::string> split_list(std::string_view text);

}  // namespace duet
