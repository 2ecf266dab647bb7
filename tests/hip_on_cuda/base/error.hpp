#pragma once

#include <cuda.h>

#include <string>

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

/// Prints the reason and aborts. Called where AMD's runtime crashes or aborts, so that a test finds
/// a caller that does such a thing.
[[noreturn]] void die(const std::string& why);

}  // namespace hip_on_cuda
