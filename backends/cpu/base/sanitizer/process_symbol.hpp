#pragma once

#include <dlfcn.h>

namespace duet::cpu {

/// The address of a symbol of the process; null if there is none.
inline void* process_symbol(const char* name) noexcept { return dlsym(RTLD_DEFAULT, name); }

/// Looks a function up. @returns whether the process has it
template <typename Function>
bool find_symbol(Function*& function, const char* name) noexcept {
  function = reinterpret_cast<Function*>(process_symbol(name));
  return function != nullptr;
}

}  // namespace duet::cpu
