#include "library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>

#include <algorithm>
#include <filesystem>

#include "base/environment.hpp"

namespace duet {

namespace {

std::vector<std::string> candidates(const LibrarySearch& search) {
  if (std::string chosen = environment_value(search.override_variable.c_str()); !chosen.empty()) {
    return {chosen};
  }
  std::vector<std::string> paths = search.names;
  for (const std::string& folder : search.folders) {
    if (folder.empty()) continue;
    for (const std::string& name : search.names) paths.push_back(folder + "/" + name);
  }
  return paths;
}

std::string loaded_path(void* handle, const std::string& requested) {
  char folder[4096];
  if (dlinfo(handle, RTLD_DI_ORIGIN, folder) != 0) return requested;
  return fmt::format("{}/{}", folder, std::filesystem::path(requested).filename().string());
}

}  // namespace

Library::Library(const LibrarySearch& search) {
  if (search.names.empty()) return;
  std::vector<std::string> tried;
  for (const std::string& path : candidates(search)) {
    handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) {
      path_ = loaded_path(handle_, path);
      return;
    }
    tried.push_back(fmt::format("  {}", dlerror()));  // begins with the path
  }
  throw Error(
      search.missing,
      fmt::format("{} could not be loaded; {} (or set {} to the library). Tried:\n{}", search.what,
                  search.advice, search.override_variable, fmt::join(tried, "\n")));
}

std::vector<std::string> loaded_libraries(const std::vector<std::string>& beginnings) {
  struct Search {
    const std::vector<std::string>& beginnings;
    std::vector<std::string> found;
  } search{beginnings, {}};
  const auto visit = [](dl_phdr_info* info, std::size_t, void* data) {
    Search& wanted = *static_cast<Search*>(data);
    std::string_view name = info->dlpi_name;
    name.remove_prefix(name.rfind('/') + 1);  // npos + 1 is 0
    const bool matches = std::ranges::any_of(wanted.beginnings, [&](const std::string& beginning) {
      return name.starts_with(beginning);
    });
    if (matches) wanted.found.emplace_back(info->dlpi_name);
    return 0;
  };
  (void)dl_iterate_phdr(visit, &search);
  std::ranges::sort(search.found);
  return std::move(search.found);
}

void* Library::symbol(const char* name) const noexcept { return dlsym(handle_, name); }

void* program_symbol(const char* name) noexcept { return dlsym(RTLD_DEFAULT, name); }

}  // namespace duet
