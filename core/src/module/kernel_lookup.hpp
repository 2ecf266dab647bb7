#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <duet/program.hpp>

#include "code_contents.hpp"

namespace duet {

/// A kernel of code with the name by which a source calls it.
struct NamedKernel {
  std::string name{};  ///< "ns::k<int>": the listed expression, or made from the name in the code
  std::string code_name{};
};

/// "ns::k<int>" for a mangled name, also of a kernel in an anonymous namespace in `ns`. The name
/// itself if it is not mangled.
std::string source_name(const std::string& code_name);

/// The kernels that code lists, sorted by name.
std::vector<NamedKernel> named_kernels(const CodeContents& contents);

/// The name of one of them; the name in the code if the code does not list it.
std::string name_of_kernel(const CodeContents& contents, const std::string& code_name);

/// Finds a kernel by a name expression or by its name in the code.
/// @param program  what the code was compiled from, for messages; may be null
/// @returns its name in the code. The name itself if the code does not list its kernels
/// @throws Error (unknown_kernel) that lists the kernels and says how the name becomes known
std::string find_kernel(const CodeContents& contents, std::string_view name,
                        const Program* program);

/// Throws what `find_kernel` throws for a name that the code does not have.
[[noreturn]] void throw_unknown_kernel(const CodeContents& contents, std::string_view name,
                                       const Program* program);

}  // namespace duet
