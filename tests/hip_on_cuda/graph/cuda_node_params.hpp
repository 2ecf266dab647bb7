#pragma once

#include <cuda.h>

#include <optional>

#include "node_params.hpp"

namespace hip_on_cuda {

// The parameters of copies and fills as CUDA takes them; nothing if they have nothing to do.

/// @throws Failure (hipErrorOutOfMemory) if the driver knows neither piece of memory: that is what
///         ihipMemcpyCommand of hip_memory.cpp says at the launch, having no command for it
std::optional<CUDA_MEMCPY3D> cuda_params(const Copy1D& copy);
std::optional<CUDA_MEMCPY3D> cuda_params(const hipMemcpy3DParms& copy);
std::optional<CUDA_MEMSET_NODE_PARAMS> cuda_params(const hipMemsetParams& fill);

}  // namespace hip_on_cuda
