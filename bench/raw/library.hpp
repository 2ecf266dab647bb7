#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace duet::bench {

/// A vendor's library. It is never closed.
class RawLibrary {
 public:
  /// Opens the library in the environment variable that duet uses, else `name`.
  /// @param variable  null: none
  explicit RawLibrary(const std::string& name, const char* variable = "DUET_DRIVER_LIBRARY") {
    const char* override_path = variable != nullptr ? std::getenv(variable) : nullptr;
    handle_ = dlopen(override_path != nullptr ? override_path : name.c_str(), RTLD_NOW);
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
  }

  template <typename Function>
  Function* find(const char* name) const {
    void* address = dlsym(handle_, name);
    if (address == nullptr) throw std::runtime_error(std::string("missing entry point ") + name);
    return reinterpret_cast<Function*>(address);
  }

 private:
  void* handle_ = nullptr;
};

/// Throws if a vendor's function failed: the statuses of all of them are 0 for success.
template <typename Status>
void check(Status status, const char* call) {
  if (static_cast<int>(status) == 0) return;
  throw std::runtime_error(std::string(call) + " failed with " +
                           std::to_string(static_cast<int>(status)));
}

#define DUET_TEXT(function) #function
// Two macros, since headers rename functions by macro to a version such as cuMemAlloc_v2.
#define DUET_EXPORTED(function) DUET_TEXT(function)
/// A pointer to a function that a header declares.
#define DUET_FIND(library, function) ((library).find<decltype(function)>(DUET_EXPORTED(function)))
/// Calls a function and checks its status.
#define DUET_CALL(library, function, ...) \
  ::duet::bench::check(DUET_FIND(library, function)(__VA_ARGS__), #function)

}  // namespace duet::bench
