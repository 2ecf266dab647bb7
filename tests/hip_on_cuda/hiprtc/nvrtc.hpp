#pragma once

#include <nvrtc.h>

#include <string>

namespace hip_on_cuda {

/// NVRTC's entry points, typed by its own header.
struct Nvrtc {
#define HIP_ON_CUDA_CALL(function) decltype(&::function) function;
#include "nvrtc.def"
};

/// Null if the library is not found: in $HIP_ON_CUDA_NVRTC, by the loader, in $CUDA_HOME or
/// /usr/local/cuda.
const Nvrtc* find_nvrtc();

/// The machine to compile for: the first device's, or the newest that NVRTC knows.
std::string compile_machine(const Nvrtc& nvrtc);

}  // namespace hip_on_cuda
