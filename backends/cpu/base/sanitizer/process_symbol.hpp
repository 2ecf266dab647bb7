#pragma once

#include <dlfcn.h>

namespace duet::cpu {

/// What the process has under this name; null if nothing.
inline void* process_symbol(const char* name) noexcept { return dlsym(RTLD_DEFAULT, name); }

/// @returns whether the process has the function
template <typename Function>
bool find_symbol(Function*& function, const char* name) noexcept {
  function = reinterpret_cast<Function*>(process_symbol(name));
  return function != nullptr;
}

}  // namespace duet::cpu
