#pragma once

#include <cuda.h>

namespace hip_on_cuda {

/// The CUDA driver's entry points, typed by its own header. One that the installed driver lacks
/// answers CUDA_ERROR_NOT_SUPPORTED.
struct CudaDriver {
#define HIP_ON_CUDA_CALL(function) decltype(&::function) function;
#include "cuda_driver.def"
};

/// Null where there is no driver: the tests that need no GPU run on such machines.
const CudaDriver* find_cuda();

/// For calls below an entry point, which is left before them if there is no driver.
const CudaDriver& cuda();

}  // namespace hip_on_cuda
