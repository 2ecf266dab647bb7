#pragma once

#include <nvrtc.h>

#include <string>

namespace hip_on_cuda {

/// NVRTC's entry points. The types come from its header.
struct Nvrtc {
#define HIP_ON_CUDA_CALL(function) decltype(&::function) function;
#include "nvrtc.def"
};

/// Loads NVRTC from $HIP_ON_CUDA_NVRTC, the loader's folders, $CUDA_HOME or /usr/local/cuda. Null
/// if it is not found.
const Nvrtc* find_nvrtc();

/// The architecture to compile for: the first device's, else the newest that NVRTC supports.
std::string compile_architecture(const Nvrtc& nvrtc);

}  // namespace hip_on_cuda
