#include "backend_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "support/child_command.hpp"
#include "support/json_output.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> split_paths(const char* variable) {
  std::vector<std::string> paths;
  const char* const value = std::getenv(variable);
  std::istringstream list(value == nullptr ? "" : value);
  for (std::string path; std::getline(list, path, ':');)
    if (!path.empty()) paths.push_back(path);
  return paths;
}

/// The commands in the folders beside this one's prefix.
std::vector<std::string> commands_beside(const fs::path& self) {
  std::vector<std::string> paths;
  const fs::path folder = self.parent_path().filename();
  const fs::path prefix = self.parent_path().parent_path();
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(prefix.parent_path(), error))
    paths.push_back(entry.path() / folder / self.filename());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Asks a command for its backend. @returns nothing if it is no duet command of this version
std::optional<BackendCommand> ask(const std::string& path, const std::string& version) {
  if (::access(path.c_str(), X_OK) != 0 || !fs::is_regular_file(path)) return {};
  const ChildResult result = run_child({path, "info", "--json"});
  const Json info = Json::parse(result.output, nullptr, false);
  if (!info.is_object() || info.value("version", "") != version) return {};
  return BackendCommand{path, info.value("backend", ""),
                        info.value("architectures", std::vector<std::string>())};
}

void add(std::vector<BackendCommand>& commands, std::optional<BackendCommand> command) {
  if (!command || command->architectures.empty()) return;
  const bool is_known = std::any_of(commands.begin(), commands.end(), [&](const auto& known) {
    return known.backend == command->backend;
  });
  if (!is_known) commands.push_back(std::move(*command));
}

}  // namespace

std::vector<BackendCommand> find_backend_commands(const std::vector<std::string>& paths,
                                                  const std::string& version) {
  const fs::path self = fs::read_symlink("/proc/self/exe");
  std::vector<BackendCommand> commands;
  add(commands, ask(self, version));
  for (const std::string& path : paths) {
    auto command = ask(path, version);
    if (!command)
      throw UsageError(fmt::format("--with '{}' is no duet command of version {}", path, version));
    add(commands, std::move(command));
  }
  std::vector<std::string> others = split_paths("DUET_COMMANDS");
  for (const std::string& path : commands_beside(self)) others.push_back(path);
  for (const std::string& folder : split_paths("PATH")) others.push_back(folder + "/duet");
  for (const std::string& path : others) {
    constexpr std::size_t all = 3;  // CPU, CUDA, HIP
    if (commands.size() < all && path != self) add(commands, ask(path, version));
  }
  return commands;
}

}  // namespace duet::tool
