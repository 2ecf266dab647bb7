#include <array>
#include <cstdint>
#include <limits>

#include "base/behaviour.hpp"
#include "base/error.hpp"
#include "cuda/cuda_driver.hpp"
#include "graph/capture.hpp"
#include "objects/launch.hpp"
#include "objects/module.hpp"
#include "objects/stream.hpp"

namespace hip_on_cuda {

void check_shape(const Function& function, const LaunchShape& shape) {
  const auto exceeds = [](std::uint64_t blocks, std::uint64_t threads) {
    return blocks * threads > std::numeric_limits<std::uint32_t>::max();
  };
  // hipModuleLaunchKernel of hip_module.cpp counts a grid in threads, with 32 bits.
  require(!exceeds(shape.grid.x, shape.block.x) && !exceeds(shape.grid.y, shape.block.y) &&
              !exceeds(shape.grid.z, shape.block.z),
          hipErrorInvalidConfiguration);
  // The rest is ihipLaunchKernel_validate.
  require(shape.grid.x != 0 && shape.grid.y != 0 && shape.grid.z != 0 && shape.block.x != 0 &&
          shape.block.y != 0 && shape.block.z != 0);
  const std::uint64_t threads = std::uint64_t{shape.block.x} * shape.block.y * shape.block.z;
  require(threads <= max_threads_per_block, hipErrorInvalidConfiguration);
  require(threads <= static_cast<std::uint64_t>(function.max_threads), hipErrorLaunchFailure);
  const std::uint64_t shared =
      shape.shared_bytes + static_cast<std::uint64_t>(function.shared_bytes);
  // What captureAndValidate refuses, hip_module.cpp calls this.
  require(shared <= shared_bytes_per_block, hipErrorOutOfMemory);
}

CudaExtra::CudaExtra(void** extra) {
  if (extra == nullptr) return;
  require(extra[0] == HIP_LAUNCH_PARAM_BUFFER_POINTER && extra[2] == HIP_LAUNCH_PARAM_BUFFER_SIZE &&
              extra[4] == HIP_LAUNCH_PARAM_END,
          hipErrorNotInitialized);
  values_ = {CU_LAUNCH_PARAM_BUFFER_POINTER, extra[1], CU_LAUNCH_PARAM_BUFFER_SIZE, extra[3],
             CU_LAUNCH_PARAM_END};
  used_ = true;
}

}  // namespace hip_on_cuda

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
      // capturehipModuleLaunchKernel of 5.3's hip_graph.cpp.
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

// Of HIP 5.5 and later: hip_module.cpp, ihipModuleLaunchKernel with the flag for cooperation, which
// compares the grid with the occupancy.
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

// hip_module.cpp. The metadata says the same of a kernel as CUDA does, but for its registers.
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
