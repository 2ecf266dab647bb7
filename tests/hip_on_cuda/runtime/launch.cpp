#include "objects/launch.hpp"

#include "base/behaviour.hpp"
#include "base/error.hpp"
#include "cuda/cuda_driver.hpp"
#include "graph/capture.hpp"
#include "objects/entry.hpp"
#include "objects/module.hpp"
#include "objects/stream.hpp"

using namespace hip_on_cuda;

hipError_t hipModuleLaunchKernel(hipFunction_t handle, unsigned int grid_x, unsigned int grid_y,
                                 unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                 unsigned int block_z, unsigned int shared_bytes,
                                 hipStream_t stream, void** parameters, void** extra) {
  return entry([&] {
    require(handle != nullptr, hipErrorInvalidImage);
    require(parameters == nullptr || extra == nullptr);
    const Function& function = *function_at(handle);
    check_shape(function, {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes});
    CudaExtra cuda_extra(extra);
    const ActiveStream active = activate(stream);
    if (behaviour.records_module_launches && is_capturing(stream)) {
      // As capturehipModuleLaunchKernel of hip_graph.cpp in 5.3.
      return record(stream, KernelCall({.blockDim = {block_x, block_y, block_z},
                                        .extra = extra,
                                        .func = handle,
                                        .gridDim = {grid_x, grid_y, grid_z},
                                        .kernelParams = parameters,
                                        .sharedMemBytes = shared_bytes}));
    }
    check(cuda().cuLaunchKernel(function.handle, grid_x, grid_y, grid_z, block_x, block_y, block_z,
                                shared_bytes, active.handle, parameters, cuda_extra.values()));
  });
}

// HIP 5.5 and later have it: ihipModuleLaunchKernel of hip_module.cpp with the flag for cooperative
// launches, which compares the grid with the occupancy.
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t handle, unsigned int grid_x,
                                            unsigned int grid_y, unsigned int grid_z,
                                            unsigned int block_x, unsigned int block_y,
                                            unsigned int block_z, unsigned int shared_bytes,
                                            hipStream_t stream, void** parameters) {
  return entry([&] {
    require(handle != nullptr, hipErrorInvalidImage);
    const Function& function = *function_at(handle);
    check_shape(function, {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes});
    const ActiveStream active = activate(stream);
    const CUresult status =
        cuda().cuLaunchCooperativeKernel(function.handle, grid_x, grid_y, grid_z, block_x, block_y,
                                         block_z, shared_bytes, active.handle, parameters);
    require(status != CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, hipErrorCooperativeLaunchTooLarge);
    check(status);
  });
}

// As hip_module.cpp. Except for registers, HIP reads these values from metadata; they equal CUDA's.
hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute which, hipFunction_t handle) {
  return entry([&] {
    require(value != nullptr && handle != nullptr);
    const Function& function = *function_at(handle);
    activate(*function.device);
    const auto get = [&](CUfunction_attribute cuda_attribute) {
      int found = 0;
      check(cuda().cuFuncGetAttribute(&found, cuda_attribute, function.handle));
      return found;
    };
    switch (which) {
      case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = function.max_threads; break;
      case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = function.shared_bytes; break;
      case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = get(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
        break;
      case HIP_FUNC_ATTRIBUTE_NUM_REGS: *value = get(CU_FUNC_ATTRIBUTE_NUM_REGS); break;
      case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = shared_bytes_per_block - function.shared_bytes;
        break;
      case HIP_FUNC_ATTRIBUTE_PTX_VERSION: *value = 30; break;
      case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      case HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
      case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = 0; break;
      default: throw Failure{hipErrorInvalidValue};
    }
  });
}
