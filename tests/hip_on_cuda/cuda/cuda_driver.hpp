#pragma once

#include <cuda.h>

namespace hip_on_cuda {

/// The CUDA driver's entry points. The types come from its header. An entry point that the
/// installed driver lacks returns CUDA_ERROR_NOT_SUPPORTED.
struct CudaDriver {
#define HIP_ON_CUDA_CALL(function) decltype(&::function) function;
#include "cuda_driver.def"
};

/// Loads the driver. Null without one, so that the tests that need no GPU run on such machines.
const CudaDriver* find_cuda();

/// The driver, for code inside entry points. They return an error before if there is no driver.
const CudaDriver& cuda();

}  // namespace hip_on_cuda
