#include "helper_search.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/environment.hpp"

namespace duet::detail {

/// Defined by programs that link the static library: see duet/export.hpp. Its address is null
/// otherwise.
extern const char* const package_header __attribute__((weak));

}  // namespace duet::detail

namespace duet::helper {

namespace {

namespace fs = std::filesystem;

constexpr const char* program_name = "duet-compile";

/// Returns the folder of the shared library, or of the program if duet is linked statically.
fs::path own_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&own_folder), &info) == 0) return {};
  std::error_code error;
  // The program's name in `info` is relative if it was started by a relative path.
  const bool is_program = fs::equivalent("/proc/self/exe", info.dli_fname, error);
  const fs::path path = fs::canonical(is_program ? "/proc/self/exe" : info.dli_fname, error);
  return error ? fs::path() : path.parent_path();
}

/// Returns the folder above include/ of the duet package that this program was compiled with; empty
/// if it is unknown.
fs::path package_folder() {
  if (&detail::package_header == nullptr) return {};
  const fs::path header = detail::package_header;
  return header.is_absolute() ? header.parent_path().parent_path().parent_path() : fs::path();
}

}  // namespace

std::vector<std::string> helper_candidates() {
  if (std::string chosen = environment_value("DUET_COMPILE_HELPER"); !chosen.empty()) {
    return {chosen};
  }
  std::vector<fs::path> folders;
  if (const fs::path own = own_folder(); !own.empty()) {
    // The last one is for programs in the build tree of duet.
    folders = {own, own / DUET_LIBRARY_TO_LIBEXEC, own / "../libexec/duet", own / "../core"};
  }
  // In the build tree, duet-compile is beside the folder include/.
  if (const fs::path package = package_folder(); !package.empty()) {
    folders.insert(folders.end(), {package / DUET_PREFIX_TO_LIBEXEC, package});
  }
  folders.emplace_back(DUET_LIBEXEC_DIR);
  std::vector<std::string> candidates;
  for (const fs::path& folder : folders) {
    std::string path = (folder / program_name).lexically_normal().string();
    if (std::ranges::find(candidates, path) == candidates.end()) {
      candidates.push_back(std::move(path));
    }
  }
  return candidates;
}

}  // namespace duet::helper
