#pragma once

#include <cuda.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "code_object/code_metadata.hpp"
#include "device.hpp"

namespace hip_on_cuda {

struct Parameter {
  std::size_t offset;
  std::size_t bytes;
};

struct Function {
  CUfunction handle;
  const Device* device;
  std::string name;
  int max_threads;
  int shared_bytes;  ///< static ones
  std::vector<Parameter> parameters;
};

struct Module {
  CUmodule handle;
  const Device* device;
  std::vector<KernelDescription> kernels{};
  std::mutex mutex{};
  std::map<std::string, std::unique_ptr<Function>, std::less<>> functions{};
};

/// Null handles are errors that depend on the call; others are not checked, as by AMD's runtime.
inline Function* function_at(hipFunction_t function) {
  return reinterpret_cast<Function*>(function);
}
inline hipFunction_t handle_of(Function* function) {
  return reinterpret_cast<hipFunction_t>(function);
}

}  // namespace hip_on_cuda
