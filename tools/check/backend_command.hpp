#pragma once

#include <string>
#include <vector>

namespace duet::tool {

/// A `duet` command, which compiles for the backend that it was built for.
struct BackendCommand {
  std::string path{};
  std::string backend{};                     ///< "CPU", "CUDA" or "HIP".
  std::vector<std::string> architectures{};  ///< Those that its compiler supports.
};

/// Finds one command for each backend: this one, those of `paths`, those of the variable
/// DUET_COMMANDS (separated by colons), those in folders beside this command's prefix (build/cuda
/// beside build/cpu, /opt/duet-hip beside /opt/duet-cpu) and those of PATH, in this order. Commands
/// without a compiler are left out.
/// @param version  of this command; only others of the same version are used
/// @throws UsageError if one of `paths` is no duet command
std::vector<BackendCommand> find_backend_commands(const std::vector<std::string>& paths,
                                                  const std::string& version);

}  // namespace duet::tool
