#pragma once

#include <cuda.h>

#include <array>
#include <cstddef>
#include <vector>

#include "objects/launch.hpp"
#include "objects/module.hpp"

namespace hip_on_cuda {

/// What a kernel node launches, with its own copy of the arguments.
class KernelCall {
 public:
  /// As hipGraphAddKernelNode takes it.
  /// @throws Failure with what HIP 5.2 says
  explicit KernelCall(const hipKernelNodeParams& params);

  /// As hipGraphKernelNodeSetParams.
  /// @throws Failure with what HIP 5.2 says; then nothing has changed
  void set(const hipKernelNodeParams& params);

  /// Points into this object, until its next change.
  hipKernelNodeParams params() const;

  /// Points into this object, too.
  /// @throws Failure (hipErrorOutOfMemory) if it needs more shared memory than there is, which HIP
  ///         sees at the launch only
  CUDA_KERNEL_NODE_PARAMS cuda_params() const;

 private:
  void copy_arguments(const hipKernelNodeParams& params);
  void** pointers() const;
  void** extra() const;

  const Function* function_;
  LaunchShape shape_;
  bool packed_;  ///< given as `extra`
  std::vector<std::byte> arguments_;
  // Filled when they are asked for, so that copies of this object need no care.
  mutable std::vector<void*> pointers_;
  mutable std::array<void*, 5> extra_{};
  mutable std::size_t argument_bytes_ = 0;
};

}  // namespace hip_on_cuda
