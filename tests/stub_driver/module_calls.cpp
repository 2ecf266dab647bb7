// Entry points for modules, functions and their attributes.

#include <duet/error.hpp>

#include "entry.hpp"
#include "module.hpp"

using namespace stub_driver;

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int, CUjit_option*,
                            void**) {
  return entry([&] {
    if (module == nullptr || image == nullptr) return CUDA_ERROR_INVALID_VALUE;
    try {
      *module = reinterpret_cast<CUmodule>(new cpu::Module(image));
      return CUDA_SUCCESS;
    } catch (const duet::Error&) {
      return CUDA_ERROR_INVALID_IMAGE;
    }
  });
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

CUresult cuModuleUnload(CUmodule module) {
  if (module == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  // Kept for launches that are pending in streams: they hold the function.
  (void)cpu::device_synchronize();
  delete to_cpu(module);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return entry([&] {
    const auto found = to_cpu(module)->functions.find(name);
    if (found == to_cpu(module)->functions.end()) return CUDA_ERROR_NOT_FOUND;
    *function = reinterpret_cast<CUfunction>(found->second.get());
    return CUDA_SUCCESS;
  });
}

CUresult cuModuleGetGlobal(CUdeviceptr* address, std::size_t* bytes, CUmodule module,
                           const char* name) {
  return entry([&] {
    const auto found = to_cpu(module)->variables.find(name);
    if (found == to_cpu(module)->variables.end()) return CUDA_ERROR_NOT_FOUND;
    *address = reinterpret_cast<CUdeviceptr>(found->second.data());
    *bytes = found->second.size();
    return CUDA_SUCCESS;
  });
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute which, CUfunction function) {
  if (value == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const duet::KernelInfo& info = to_cpu(function)->info;
  switch (which) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = info.max_threads.value_or(static_cast<int>(most_threads));
      break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = static_cast<int>(info.shared_bytes.value_or(0));
      break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      *value = static_cast<int>(info.local_bytes.value_or(0));
      break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      *value = static_cast<int>(info.constant_bytes.value_or(0));
      break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = info.registers.value_or(16); break;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute which, int value) {
  if (function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (which == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
    if (value < 0 || value > 227 << 10) return CUDA_ERROR_INVALID_VALUE;
    reinterpret_cast<cpu::Function*>(function)->dynamic_shared = value;
  }
  return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction function, std::size_t index, std::size_t* offset,
                            std::size_t* bytes) {
  return entry([&] {
    const auto& sizes = to_cpu(function)->info.parameter_bytes;
    if (!sizes || index >= sizes->size()) return CUDA_ERROR_INVALID_VALUE;
    *offset = 0;
    *bytes = (*sizes)[index];
    return CUDA_SUCCESS;
  });
}

CUresult cuFuncGetName(const char** name, CUfunction function) {
  *name = to_cpu(function)->info.name.c_str();
  return CUDA_SUCCESS;
}
