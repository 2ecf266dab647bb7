#pragma once

#include <cuda.h>

#include <optional>

#include "node_params.hpp"

namespace hip_on_cuda {

// Convert the parameters of copies and fills to CUDA's form; nullopt for empty operations.

/// @throws Failure (hipErrorOutOfMemory) if the driver knows neither source nor destination, as
///         ihipMemcpyCommand of hip_memory.cpp does at the launch
std::optional<CUDA_MEMCPY3D> cuda_params(const Copy1D& copy);
std::optional<CUDA_MEMCPY3D> cuda_params(const hipMemcpy3DParms& copy);
std::optional<CUDA_MEMSET_NODE_PARAMS> cuda_params(const hipMemsetParams& fill);

}  // namespace hip_on_cuda
