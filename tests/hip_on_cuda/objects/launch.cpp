#include "launch.hpp"

#include <array>
#include <cstdint>
#include <limits>

#include "base/error.hpp"

namespace hip_on_cuda {

void check_shape(const Function& function, const LaunchShape& shape) {
  const auto exceeds = [](std::uint64_t blocks, std::uint64_t threads) {
    return blocks * threads > std::numeric_limits<std::uint32_t>::max();
  };
  // hipModuleLaunchKernel of hip_module.cpp counts the threads of a grid with 32 bits.
  require(!exceeds(shape.grid.x, shape.block.x) && !exceeds(shape.grid.y, shape.block.y) &&
              !exceeds(shape.grid.z, shape.block.z),
          hipErrorInvalidConfiguration);
  // As ihipLaunchKernel_validate.
  require(shape.grid.x != 0 && shape.grid.y != 0 && shape.grid.z != 0 && shape.block.x != 0 &&
          shape.block.y != 0 && shape.block.z != 0);
  const std::uint64_t threads = std::uint64_t{shape.block.x} * shape.block.y * shape.block.z;
  require(threads <= max_threads_per_block, hipErrorInvalidConfiguration);
  require(threads <= static_cast<std::uint64_t>(function.max_threads), hipErrorLaunchFailure);
  const std::uint64_t shared =
      shape.shared_bytes + static_cast<std::uint64_t>(function.shared_bytes);
  // As hip_module.cpp reports it if captureAndValidate refuses a launch.
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
