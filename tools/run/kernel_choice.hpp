#pragma once

#include <optional>
#include <string>
#include <vector>

#include <duet/program.hpp>

namespace duet::tool {

/// The kernel that a command runs.
struct KernelChoice {
  std::string name{};  ///< As `Module::kernel` takes it.
  /// Its parameters as the source declares them; unknown for templates and compiled code.
  std::optional<std::vector<std::string>> parameters{};
  /// Whether the source shows that it uses dynamic shared memory.
  bool uses_dynamic_shared = false;
};

/// Whether a file name is that of compiled code, by its extension.
bool is_compiled_code(const std::string& file);

/// Chooses a kernel of a source.
/// @param requested  the name that the user gave; empty: the only kernel
/// @throws UsageError listing the kernels, if there is not exactly one and none is requested
KernelChoice choose_kernel(const Program& program, const std::string& requested);

/// The kernels of a source that can be compiled without naming them: those that are no templates.
/// @throws UsageError  if the source declares no kernel at all
std::vector<std::string> plain_kernels(const Program& program);

/// Chooses a kernel of compiled code, in the same way.
/// @throws UsageError as above, or if the file is not code of this backend
KernelChoice choose_compiled_kernel(const std::string& file, const std::string& requested);

}  // namespace duet::tool
