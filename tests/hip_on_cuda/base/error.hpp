#pragma once

#include <cuda.h>

#include "die.hpp"
#include "hip_api.hpp"

namespace hip_on_cuda {

/// Thrown by the body of an entry point, which then returns its status.
struct Failure {
  hipError_t status;
};

hipError_t translate(CUresult status) noexcept;

inline void check(CUresult status) {
  if (status != CUDA_SUCCESS) throw Failure{translate(status)};
}
inline void require(bool holds, hipError_t otherwise = hipErrorInvalidValue) {
  if (!holds) throw Failure{otherwise};
}

}  // namespace hip_on_cuda
