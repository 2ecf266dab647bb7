#include "objects/module.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include <duet/error.hpp>

#include "base/error.hpp"
#include "base/handle_set.hpp"
#include "cuda/address.hpp"
#include "cuda/cuda_driver.hpp"
#include "image.hpp"
#include "objects/entry.hpp"

namespace hip_on_cuda {
namespace {

using ModuleSet = HandleSet<Module, hipModule_t>;

ModuleSet& modules() {
  static ModuleSet& set = *new ModuleSet;
  return set;
}

Module& module_at(hipModule_t handle) {
  Module* const module = modules().find(handle);
  require(module != nullptr, hipErrorNotFound);
  return *module;
}

void load(hipModule_t* result, const void* image) {
  require(result != nullptr);
  const auto cubin = cubin_of(image);
  const Device& device = current_device();
  activate(device);
  auto module = std::make_unique<Module>();
  module->device = &device;
  try {
    module->kernels = describe_kernels(cubin, max_threads_per_block);
  } catch (const duet::Error&) {
    throw Failure{hipErrorSharedObjectInitFailed};
  }
  const CUresult status = cuda().cuModuleLoadData(&module->handle, cubin.data());
  // As BuildProgram of hip_fatbin.cpp: one error for every failure to load code.
  if (status == CUDA_ERROR_OUT_OF_MEMORY) check(status);
  require(status == CUDA_SUCCESS, hipErrorSharedObjectInitFailed);
  *result = modules().add(std::move(module));
}

int attribute(CUfunction function, CUfunction_attribute which) {
  int value = 0;
  check(cuda().cuFuncGetAttribute(&value, which, function));
  return value;
}

/// Sizes and offsets, which graphs need to copy arguments.
std::vector<Parameter> parameters_of(const Module& module, const char* name) {
  const auto kernel = std::ranges::find(module.kernels, name, &KernelDescription::name);
  require(kernel != module.kernels.end(), hipErrorNotFound);
  std::vector<Parameter> parameters;
  for (std::size_t i = 0; i < kernel->parameter_bytes.size(); ++i) {
    parameters.push_back({kernel->parameter_offsets[i], kernel->parameter_bytes[i]});
  }
  return parameters;
}

std::unique_ptr<Function> find_function(const Module& module, const char* name) {
  CUfunction handle = nullptr;
  require(cuda().cuModuleGetFunction(&handle, module.handle, name) == CUDA_SUCCESS,
          hipErrorNotFound);
  auto function = std::make_unique<Function>(
      Function{.handle = handle,
               .device = module.device,
               .name = name,
               .max_threads = std::min(max_threads_per_block,
                                       attribute(handle, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)),
               .shared_bytes = attribute(handle, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES),
               .parameters = parameters_of(module, name)});
  // On AMD a block may use all shared memory without an opt-in.
  const int dynamic = shared_bytes_per_block - function->shared_bytes;
  check(cuda().cuFuncSetAttribute(handle, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                  std::max(dynamic, 0)));
  return function;
}

}  // namespace
}  // namespace hip_on_cuda

using namespace hip_on_cuda;

hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  return entry([&] { load(module, image); });
}

// As hip_module.cpp: the options are not used, nor the log buffer among them.
hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned int, hipJitOption*,
                               void**) {
  return entry([&] { load(module, image); });
}

hipError_t hipModuleLoad(hipModule_t* module, const char* path) {
  return entry([&] {
    require(path != nullptr);
    std::ifstream file(path, std::ios::binary);
    require(file.is_open(), hipErrorFileNotFound);
    const std::vector<char> image{std::istreambuf_iterator<char>(file), {}};
    require(!image.empty(), hipErrorInvalidKernelFile);
    load(module, image.data());
  });
}

hipError_t hipModuleUnload(hipModule_t handle) {
  return entry([&] {
    const std::unique_ptr<Module> module = modules().remove(handle);
    require(module != nullptr, hipErrorNotFound);
    activate(*module->device);
    check(cuda().cuModuleUnload(module->handle));
  });
}

hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t handle, const char* name) {
  return entry([&] {
    require(function != nullptr && name != nullptr);
    Module& module = module_at(handle);
    activate(*module.device);
    const std::lock_guard lock(module.mutex);
    auto found = module.functions.find(std::string_view(name));
    if (found == module.functions.end()) {
      found = module.functions.emplace(name, find_function(module, name)).first;
    }
    *function = handle_of(found->second.get());
  });
}

hipError_t hipModuleGetGlobal(hipDeviceptr_t* address, std::size_t* bytes, hipModule_t handle,
                              const char* name) {
  return entry([&] {
    // As hip_module.cpp: succeeds without effect if either result is null.
    if (address == nullptr || bytes == nullptr) return;
    require(name != nullptr);
    const Module& module = module_at(handle);
    activate(*module.device);
    CUdeviceptr found = 0;
    require(cuda().cuModuleGetGlobal(&found, bytes, module.handle, name) == CUDA_SUCCESS,
            hipErrorNotFound);
    *address = from_cuda(found);
  });
}
