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

}  // namespace duet::bench
