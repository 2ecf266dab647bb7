#pragma once

#include <cuda.h>

#include <array>
#include <cstddef>
#include <vector>

#include "objects/launch.hpp"
#include "objects/module.hpp"

namespace hip_on_cuda {

/// The launch of a kernel node, with its own copy of the arguments.
class KernelCall {
 public:
  /// Checks the parameters as hipGraphAddKernelNode does.
  /// @throws Failure with the error of HIP 5.2
  explicit KernelCall(const hipKernelNodeParams& params);

  /// Changes the launch as hipGraphKernelNodeSetParams does.
  /// @throws Failure with the error of HIP 5.2; then nothing has changed
  void set(const hipKernelNodeParams& params);

  /// The result points into this object and is valid until its next change.
  hipKernelNodeParams params() const;

  /// The result points into this object, too.
  /// @throws Failure (hipErrorOutOfMemory) if the launch needs too much shared memory; HIP checks
  ///         this at the launch only
  CUDA_KERNEL_NODE_PARAMS cuda_params() const;

 private:
  void copy_arguments(const hipKernelNodeParams& params);
  void** pointers() const;
  void** extra() const;

  const Function* function_;
  LaunchShape shape_;
  bool packed_;  ///< the arguments were passed as `extra`
  std::vector<std::byte> arguments_;
  // Filled on demand: they point into this object and must not be copied with it.
  mutable std::vector<void*> pointers_;
  mutable std::array<void*, 5> extra_{};
  mutable std::size_t argument_bytes_ = 0;
};

}  // namespace hip_on_cuda
