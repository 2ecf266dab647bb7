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
  int shared_bytes;  ///< static shared memory
  std::vector<Parameter> parameters;
};

struct Module {
  CUmodule handle;
  const Device* device;
  std::vector<KernelDescription> kernels{};
  std::mutex mutex{};
  std::map<std::string, std::unique_ptr<Function>, std::less<>> functions{};
};

/// Does not check the handle, as AMD's runtime does not. Callers report null as their own error.
inline Function* function_at(hipFunction_t function) {
  return reinterpret_cast<Function*>(function);
}
inline hipFunction_t handle_of(Function* function) {
  return reinterpret_cast<hipFunction_t>(function);
}

}  // namespace hip_on_cuda
