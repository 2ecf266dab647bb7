#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/behaviour.hpp"
#include "base/error.hpp"
#include "code_object/target.hpp"
#include "cuda/cuda_driver.hpp"
#include "objects/device.hpp"
#include "objects/entry.hpp"

namespace hip_on_cuda {
namespace {

struct AttributeRow {
  hipDeviceAttribute_t hip;
  CUdevice_attribute cuda;
};

/// Attributes that CUDA answers. CUDA's grid limits are smaller than AMD's (hip_device.cpp), but
/// kernels run on CUDA and must keep to them.
constexpr std::array translated{
    AttributeRow{hipDeviceAttributeMultiprocessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT},
    AttributeRow{hipDeviceAttributeClockRate, CU_DEVICE_ATTRIBUTE_CLOCK_RATE},
    AttributeRow{hipDeviceAttributeMemoryClockRate, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE},
    AttributeRow{hipDeviceAttributeMemoryBusWidth, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH},
    AttributeRow{hipDeviceAttributeL2CacheSize, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE},
    AttributeRow{hipDeviceAttributeMaxRegistersPerBlock,
                 CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK},
    AttributeRow{hipDeviceAttributeMaxThreadsPerMultiProcessor,
                 CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR},
    AttributeRow{hipDeviceAttributeMaxBlockDimX, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X},
    AttributeRow{hipDeviceAttributeMaxBlockDimY, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y},
    AttributeRow{hipDeviceAttributeMaxBlockDimZ, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z},
    AttributeRow{hipDeviceAttributeMaxGridDimX, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X},
    AttributeRow{hipDeviceAttributeMaxGridDimY, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y},
    AttributeRow{hipDeviceAttributeMaxGridDimZ, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z},
    AttributeRow{hipDeviceAttributeTotalConstantMemory, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY},
    AttributeRow{hipDeviceAttributeManagedMemory, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY},
    AttributeRow{hipDeviceAttributeConcurrentManagedAccess,
                 CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS},
    AttributeRow{hipDeviceAttributePageableMemoryAccess,
                 CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS},
    AttributeRow{hipDeviceAttributePageableMemoryAccessUsesHostPageTables,
                 CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES},
    AttributeRow{hipDeviceAttributeDirectManagedMemAccessFromHost,
                 CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST},
    AttributeRow{hipDeviceAttributeCooperativeLaunch, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH},
    AttributeRow{hipDeviceAttributeConcurrentKernels, CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS},
    AttributeRow{hipDeviceAttributeCanMapHostMemory, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY},
    AttributeRow{hipDeviceAttributeIntegrated, CU_DEVICE_ATTRIBUTE_INTEGRATED},
    AttributeRow{hipDeviceAttributeEccEnabled, CU_DEVICE_ATTRIBUTE_ECC_ENABLED},
    AttributeRow{hipDeviceAttributeKernelExecTimeout, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT},
    AttributeRow{hipDeviceAttributeMaxPitch, CU_DEVICE_ATTRIBUTE_MAX_PITCH},
    AttributeRow{hipDeviceAttributePciBusId, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID},
    AttributeRow{hipDeviceAttributePciDeviceId, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID},
};

/// HIP 5.2 reports its pools only if HIP_MEM_POOL_SUPPORT=1 (ROCclr's flags.hpp), later versions
/// always. Set HIP_ON_CUDA_MEMORY_POOLS=0 to test callers without pools.
bool has_memory_pools(const Device& device) {
  const char* text = std::getenv("HIP_ON_CUDA_MEMORY_POOLS");
  const bool wanted = text == nullptr || std::strcmp(text, "0") != 0;
  return wanted && device.attribute(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) != 0;
}

int attribute(const Device& device, hipDeviceAttribute_t which) {
  switch (which) {
    case hipDeviceAttributeWarpSize: return wave_size;
    case hipDeviceAttributeMaxThreadsPerBlock: return max_threads_per_block;
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
    case hipDeviceAttributeMaxSharedMemoryPerMultiprocessor: return shared_bytes_per_block;
    case hipDeviceAttributeCanUseStreamWaitValue: return 1;
    case hipDeviceAttributeMemoryPoolsSupported: return has_memory_pools(device) ? 1 : 0;
    case hipDeviceAttributeComputeCapabilityMajor: return 10;  // gfx10
    case hipDeviceAttributeComputeCapabilityMinor:
      return device_target().processor->name == "gfx1030" ? 3 : 1;
    case hipDeviceAttributeComputeMode:
    case hipDeviceAttributeIsMultiGpuBoard:
    case hipDeviceAttributeCooperativeMultiDeviceLaunch: return 0;
    default: break;
  }
  const auto* const row = std::ranges::find(translated, which, &AttributeRow::hip);
  // hip_device.cpp refuses all others, also CUDA's opt-in limit of shared memory.
  require(row != translated.end());
  return device.attribute(row->cuda);
}

template <std::size_t size>
void set_text(char (&to)[size], const std::string& text) {
  std::snprintf(to, size, "%s", text.c_str());
}

hipDeviceProp_t properties(const Device& device) {
  const auto get = [&](hipDeviceAttribute_t which) { return attribute(device, which); };
  hipDeviceProp_t result{};
  set_text(result.name, device.name());
  set_text(result.gcnArchName, device_target().name().c_str());
  check(cuda().cuDeviceTotalMem(&result.totalGlobalMem, device.handle));
  result.sharedMemPerBlock = shared_bytes_per_block;
  result.maxSharedMemoryPerMultiProcessor = shared_bytes_per_block;
  result.regsPerBlock = get(hipDeviceAttributeMaxRegistersPerBlock);
  result.warpSize = wave_size;
  result.maxThreadsPerBlock = max_threads_per_block;
  result.maxThreadsDim[0] = get(hipDeviceAttributeMaxBlockDimX);
  result.maxThreadsDim[1] = get(hipDeviceAttributeMaxBlockDimY);
  result.maxThreadsDim[2] = get(hipDeviceAttributeMaxBlockDimZ);
  result.maxGridSize[0] = get(hipDeviceAttributeMaxGridDimX);
  result.maxGridSize[1] = get(hipDeviceAttributeMaxGridDimY);
  result.maxGridSize[2] = get(hipDeviceAttributeMaxGridDimZ);
  result.clockRate = get(hipDeviceAttributeClockRate);
  result.memoryClockRate = get(hipDeviceAttributeMemoryClockRate);
  result.memoryBusWidth = get(hipDeviceAttributeMemoryBusWidth);
  result.totalConstMem = static_cast<std::size_t>(get(hipDeviceAttributeTotalConstantMemory));
  result.major = get(hipDeviceAttributeComputeCapabilityMajor);
  result.minor = get(hipDeviceAttributeComputeCapabilityMinor);
  result.gcnArch = 1030;
  result.multiProcessorCount = get(hipDeviceAttributeMultiprocessorCount);
  result.l2CacheSize = get(hipDeviceAttributeL2CacheSize);
  result.maxThreadsPerMultiProcessor = get(hipDeviceAttributeMaxThreadsPerMultiProcessor);
  result.concurrentKernels = get(hipDeviceAttributeConcurrentKernels);
  result.pciDomainID = device.attribute(CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID);
  result.pciBusID = get(hipDeviceAttributePciBusId);
  result.pciDeviceID = get(hipDeviceAttributePciDeviceId);
  result.canMapHostMemory = get(hipDeviceAttributeCanMapHostMemory);
  result.integrated = get(hipDeviceAttributeIntegrated);
  result.cooperativeLaunch = get(hipDeviceAttributeCooperativeLaunch);
  result.memPitch = static_cast<std::size_t>(get(hipDeviceAttributeMaxPitch));
  result.ECCEnabled = get(hipDeviceAttributeEccEnabled);
  result.managedMemory = get(hipDeviceAttributeManagedMemory);
  result.concurrentManagedAccess = get(hipDeviceAttributeConcurrentManagedAccess);
  result.pageableMemoryAccess = get(hipDeviceAttributePageableMemoryAccess);
  return result;
}

}  // namespace
}  // namespace hip_on_cuda

using namespace hip_on_cuda;

hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t which, int ordinal) {
  return entry([&] {
    require(value != nullptr);
    *value = attribute(device_at(ordinal), which);
  });
}

hipError_t hipGetDeviceProperties(hipDeviceProp_t* result, int ordinal) {
  return entry([&] {
    require(result != nullptr);
    *result = properties(device_at(ordinal));
  });
}

hipError_t hipDeviceGetName(char* name, int length, hipDevice_t ordinal) {
  return entry([&] {
    const std::string text = device_at(ordinal).name();
    require(name != nullptr && length > 0 && text.size() < static_cast<std::size_t>(length));
    std::memcpy(name, text.c_str(), text.size() + 1);
  });
}

hipError_t hipDeviceTotalMem(std::size_t* bytes, hipDevice_t ordinal) {
  return entry([&] {
    const Device& device = device_at(ordinal);
    require(bytes != nullptr);
    check(cuda().cuDeviceTotalMem(bytes, device.handle));
  });
}

hipError_t hipDeviceComputeCapability(int* major, int* minor, hipDevice_t ordinal) {
  return entry([&] {
    const Device& device = device_at(ordinal);
    require(major != nullptr && minor != nullptr);
    *major = attribute(device, hipDeviceAttributeComputeCapabilityMajor);
    *minor = attribute(device, hipDeviceAttributeComputeCapabilityMinor);
  });
}

hipError_t hipDeviceGetPCIBusId(char* id, int length, int ordinal) {
  return entry([&] {
    const hipDeviceProp_t result = properties(device_at(ordinal));
    require(id != nullptr && length > 0);
    std::snprintf(id, static_cast<std::size_t>(length), "%04x:%02x:%02x.0",
                  static_cast<unsigned>(result.pciDomainID), static_cast<unsigned>(result.pciBusID),
                  static_cast<unsigned>(result.pciDeviceID));
  });
}

// The version queries need no device.
hipError_t hipDriverGetVersion(int* version) {
  if (version == nullptr) return remember(hipErrorInvalidValue);
  *version = behaviour.version;
  return remember(hipSuccess);
}
hipError_t hipRuntimeGetVersion(int* version) { return hipDriverGetVersion(version); }
