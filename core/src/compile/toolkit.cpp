#include "toolkit.hpp"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/environment.hpp"
#include "compiler.hpp"

namespace duet {

namespace fs = std::filesystem;

std::vector<std::string> toolkit_folders(const std::string& compiler, const std::string& chosen) {
  const std::optional<ToolkitSearch> search = vendor::toolkit_search(compiler);
  if (!search) return {};
  std::vector<std::string> roots = search->roots;
  if (!chosen.empty()) {
    roots = {chosen};
  } else if (std::string set = environment_value(search->override_variable.c_str()); !set.empty()) {
    roots = {std::move(set)};
  }
  std::vector<std::string> tried;
  std::error_code ignored;
  for (const std::string& root : roots) {
    if (root.empty()) continue;
    for (const std::string& name : search->folders) {
      const fs::path folder = fs::absolute(root, ignored).lexically_normal() / name;
      if (!fs::exists(folder / search->landmark, ignored)) {
        tried.push_back("  " + (folder / search->landmark).string());
        continue;
      }
      std::vector<std::string> found{folder.string()};
      for (const std::string& part : search->parts) {
        const fs::path more = (folder / part).lexically_normal();
        if (fs::is_directory(more, ignored)) found.push_back(more.string());
      }
      return found;
    }
  }
  throw Error(
      ErrorCode::no_toolkit,
      fmt::format("{} were not found; {}, or set {} or CompileOptions::toolkit_dir to the "
                  "toolkit's folder. Tried:\n{}",
                  search->what, search->advice, search->override_variable, fmt::join(tried, "\n")));
}

void check_header_choice(const Program& program) {
  if (!program.options.cuda_headers || !program.options.toolkit_headers) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("compile: '{}' asks for CUDA's headers of duet and for the toolkit's own "
                          "(CompileOptions::cuda_headers and toolkit_headers), which have the same "
                          "names: choose one of them",
                          program.name));
}

Program with_toolkit(const Program& program, const std::vector<std::string>& folders) {
  Program whole = program;
  if (!whole.options.toolkit_headers) return whole;
  std::vector<std::string>& all = whole.options.include_dirs;
  all.insert(all.end(), folders.begin(), folders.end());
  return whole;
}

}  // namespace duet
