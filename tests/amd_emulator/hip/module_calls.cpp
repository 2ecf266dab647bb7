// Entry points for modules, functions and their attributes.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include <duet/error.hpp>

#include "base/elf_image.hpp"
#include "base/fault.hpp"
#include "hip/device.hpp"
#include "hip/entry.hpp"
#include "hip/module.hpp"

namespace amd_emulator {
namespace {

/// Whether the device has the features that code objects of version 4 and later ask for: those that
/// have a choice report "sramecc+:xnack-". Source: LLVM's "User Guide for AMDGPU Backend", table
/// "e_flags".
bool has_features(const duet::ElfImage& elf) {
  constexpr unsigned version_4 = 2;
  constexpr unsigned off = 2;
  constexpr unsigned on = 3;
  if (elf.abi_version() < version_4) return true;
  return (elf.flags() >> 8 & 3) != on && (elf.flags() >> 10 & 3) != off;
}

hipError_t load(hipModule_t* module, const void* image) {
  if (module == nullptr || image == nullptr) return hipErrorInvalidValue;
  const std::size_t bytes = duet::ElfImage::file_bytes(image);
  if (bytes == 0) return hipErrorInvalidKernelFile;
  try {
    const std::span elf(static_cast<const std::byte*>(image), bytes);
    auto code = std::make_shared<LoadedCode>(elf);
    if (code->object().target().processor != current_device().target.processor ||
        !has_features(duet::ElfImage(elf))) {
      return hipErrorSharedObjectInitFailed;
    }
    *module = reinterpret_cast<hipModule_t>(new cpu::Module{std::move(code)});
    return hipSuccess;
  } catch (const Fault& fault) {
    std::fprintf(stderr, "duet_amd_emulator: %s\n", fault.what());
    return hipErrorSharedObjectInitFailed;
  } catch (const duet::Error&) {
    return hipErrorInvalidKernelFile;
  }
}

}  // namespace
}  // namespace amd_emulator

using namespace amd_emulator;

hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  return entry([&] { return load(module, image); });
}

/// As in AMD's runtime, the options are not used, nor the log buffer among them.
hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned int, hipJitOption*,
                               void**) {
  return hipModuleLoadData(module, image);
}

hipError_t hipModuleLoad(hipModule_t* module, const char* path) {
  return entry([&] {
    if (path == nullptr) return hipErrorInvalidValue;
    std::ifstream file(path, std::ios::binary);
    if (!file.is_open()) return hipErrorFileNotFound;
    const std::vector<char> image{std::istreambuf_iterator<char>(file), {}};
    return image.empty() ? hipErrorInvalidKernelFile : load(module, image.data());
  });
}

hipError_t hipModuleUnload(hipModule_t module) {
  return entry([&] {
    if (module == nullptr) return hipErrorNotFound;
    delete to_cpu(module);
    return hipSuccess;
  });
}

hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
  return entry([&] {
    if (function == nullptr || module == nullptr || name == nullptr) return hipErrorInvalidValue;
    const cpu::Function* const found = to_cpu(module)->code->find(name);
    *function = reinterpret_cast<hipFunction_t>(const_cast<cpu::Function*>(found));
    return found == nullptr ? hipErrorNotFound : hipSuccess;
  });
}

hipError_t hipModuleGetGlobal(hipDeviceptr_t* address, std::size_t* bytes, hipModule_t module,
                              const char* name) {
  return entry([&] {
    if (address == nullptr || bytes == nullptr || module == nullptr || name == nullptr)
      return hipErrorInvalidValue;
    const auto& variables = to_cpu(module)->code->object().variables();
    const auto found = variables.find(name);
    if (found == variables.end()) return hipErrorNotFound;
    *address = reinterpret_cast<hipDeviceptr_t>(found->second.address);
    *bytes = found->second.bytes;
    return hipSuccess;
  });
}

hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute which, hipFunction_t function) {
  return entry([&] {
    if (value == nullptr || function == nullptr) return hipErrorInvalidValue;
    const KernelInfo& kernel = *to_cpu(function)->kernel;
    const auto shared_bytes = static_cast<int>(kernel.descriptor.group_bytes);
    switch (which) {
      case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = static_cast<int>(kernel.max_threads);
        break;
      case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = shared_bytes; break;
      case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = static_cast<int>(kernel.descriptor.private_bytes);
        break;
      case HIP_FUNC_ATTRIBUTE_NUM_REGS: *value = static_cast<int>(kernel.registers); break;
      case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = lds_bytes - shared_bytes;
        break;
      case HIP_FUNC_ATTRIBUTE_PTX_VERSION: *value = 30; break;
      case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      case HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
      case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = 0; break;
      default: return hipErrorInvalidValue;
    }
    return hipSuccess;
  });
}

const char* hipKernelNameRef(const hipFunction_t function) {
  return function == nullptr ? nullptr : to_cpu(function)->kernel->name.c_str();
}
