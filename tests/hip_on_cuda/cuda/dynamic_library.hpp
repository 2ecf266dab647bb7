#pragma once

#include <dlfcn.h>

#include <initializer_list>

namespace hip_on_cuda {

/// Opens the first of these libraries that loads; null if none does. It is never closed.
inline void* open_library(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (name == nullptr || *name == '\0') continue;
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return nullptr;
}

/// Stands in for a missing entry point.
template <auto status, typename F>
struct Missing;
template <auto status, typename R, typename... A>
struct Missing<status, R (*)(A...)> {
  static R call(A...) { return static_cast<R>(status); }
};

/// Stores the entry point of that name in `slot`, or a function that always returns `status`.
template <auto status, typename F>
void bind(F& slot, void* library, const char* name) {
  void* const symbol = dlsym(library, name);
  slot = symbol != nullptr ? reinterpret_cast<F>(symbol) : &Missing<status, F>::call;
}

}  // namespace hip_on_cuda

#define HIP_ON_CUDA_TEXT(name) #name
#define HIP_ON_CUDA_EXPORTED(name) HIP_ON_CUDA_TEXT(name)  // cuMemAlloc_v2 for cuMemAlloc
