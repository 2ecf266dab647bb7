#include "nccl/library/nccl_library.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>

#include <fmt/format.h>

#include <duet/error.hpp>

namespace duet::detail {

namespace {

namespace fs = std::filesystem;

constexpr int least_version = 21800;  // the first with ncclCommSplit

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

[[noreturn]] void refuse(const NcclSearch& search, const std::string& reason) {
  throw Error(ErrorCode::not_supported,
              fmt::format("{} cannot be used: {}. {}, or set DUET_NCCL_LIBRARY to its path",
                          search.name, reason, search.advice));
}

std::vector<std::string> places(const NcclSearch& search, const std::string& given) {
  if (!given.empty()) return {given};
  std::vector<std::string> places{search.file};
  for (const std::string& folder : search.folders()) {
    if (!folder.empty()) places.push_back(folder + "/" + search.file);
  }
  return places;
}

/// @param path  set to where it was found
void* open(const NcclSearch& search, const std::string& given, std::string& path) {
  std::string reasons;
  for (const std::string& place : places(search, given)) {
    void* const library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
      path = place;
      return library;
    }
    reasons += fmt::format("\n  {}", dlerror());
  }
  refuse(search, fmt::format("{} cannot be loaded. Tried:{}\n", search.file, reasons));
}

std::string text_of_version(int version) {
  return fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

template <typename Function>
void bind_function(Function& function, void* library, const char* name, std::string& missing) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) missing += std::string(missing.empty() ? "" : ", ") + name;
}

NcclCalls load(const NcclSearch& search, const std::string& given) {
  NcclCalls calls;
  void* const library = open(search, given, calls.path);
  std::string missing;
#define DUET_NCCL_CALL(name, signature, function) \
  bind_function(calls.name, library, #function, missing);
#include "nccl/library/nccl.def"
  if (calls.get_version == nullptr || calls.get_version(&calls.version) != NcclStatus::success) {
    refuse(search, fmt::format("{} tells no version", calls.path));
  }
  // Before 2.9: 1000 * major + 100 * minor + patch, which is smaller.
  if (calls.version < least_version) {
    refuse(search,
           fmt::format("{} has version number {}, but {} ({}) is needed at least", calls.path,
                       calls.version, text_of_version(least_version), least_version));
  }
  if (!missing.empty()) refuse(search, fmt::format("{} lacks {}", calls.path, missing));
  return calls;
}

void add_packages_below(const fs::path& folder, const std::string& package,
                        std::vector<std::string>& found) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->path().filename().string().starts_with("python3")) continue;
    for (const char* const name : {"dist-packages", "site-packages"}) {
      found.push_back((entry->path() / name / package).string());
    }
  }
}

}  // namespace

const NcclCalls& nccl_calls(const NcclSearch& search) {
  static std::mutex mutex;
  static auto& loaded = *new std::map<std::string, NcclCalls>;
  const std::string given = variable("DUET_NCCL_LIBRARY");
  const std::lock_guard lock(mutex);
  const auto known = loaded.find(given);
  if (known != loaded.end()) return known->second;
  return loaded.emplace(given, load(search, given)).first->second;
}

std::vector<std::string> python_package_folders(const std::string& package) {
  std::vector<std::string> found;
  const std::string environment = variable("VIRTUAL_ENV"), home = variable("HOME");
  if (!environment.empty()) add_packages_below(environment + "/lib", package, found);
  if (!home.empty()) add_packages_below(home + "/.local/lib", package, found);
  add_packages_below("/usr/local/lib", package, found);
  add_packages_below("/usr/lib", package, found);
  return found;
}

}  // namespace duet::detail
