#pragma once

#include <array>

#include "module.hpp"

namespace hip_on_cuda {

struct LaunchShape {
  dim3 grid;
  dim3 block;
  unsigned shared_bytes;
};

/// Checks that the function can be launched with this shape.
/// @throws Failure with the error of HIP 5.2
void check_shape(const Function& function, const LaunchShape& shape);

/// The `extra` argument of a launch, with AMD's constants replaced by CUDA's.
class CudaExtra {
 public:
  /// @throws Failure (hipErrorNotInitialized) if `extra` is malformed
  explicit CudaExtra(void** extra);

  void** values() noexcept { return used_ ? values_.data() : nullptr; }

 private:
  std::array<void*, 5> values_{};
  bool used_ = false;
};

}  // namespace hip_on_cuda
