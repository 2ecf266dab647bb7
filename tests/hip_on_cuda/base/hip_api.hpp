#pragma once

// AMD's declarations of the functions that this library exports. The compiler checks every
// definition against them; they also set linkage and visibility.

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>

// The headers of HIP before 5.5 do not declare it.
extern "C" __attribute__((visibility("default"))) hipError_t hipModuleLaunchCooperativeKernel(
    hipFunction_t function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
    unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
    hipStream_t stream, void** parameters);

// The headers of HIP before 5.3 do not declare it.
extern "C" __attribute__((visibility("default"))) hipError_t hipDeviceSetLimit(hipLimit_t limit,
                                                                               size_t bytes);

/// Sets the kind of memory, a member that HIP 6 calls `type`.
template <typename Attributes>
void set_memory_type(Attributes& attributes, hipMemoryType type) {
  if constexpr (requires { attributes.memoryType; }) {
    attributes.memoryType = type;
  } else {
    attributes.type = type;
  }
}
