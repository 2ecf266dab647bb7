#pragma once

#include <array>

#include "module.hpp"

namespace hip_on_cuda {

struct LaunchShape {
  dim3 grid;
  dim3 block;
  unsigned shared_bytes;
};

/// @throws Failure with what HIP 5.2 says of a shape that the function cannot be launched with
void check_shape(const Function& function, const LaunchShape& shape);

/// The `extra` argument of a launch with CUDA's constants in the place of AMD's.
class CudaExtra {
 public:
  /// @throws Failure (hipErrorNotInitialized) if it has another form
  explicit CudaExtra(void** extra);

  void** values() noexcept { return used_ ? values_.data() : nullptr; }

 private:
  std::array<void*, 5> values_{};
  bool used_ = false;
};

}  // namespace hip_on_cuda
