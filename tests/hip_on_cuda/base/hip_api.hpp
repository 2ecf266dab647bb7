#pragma once

// AMD's own declarations of what this library exports, so that the compiler checks every
// definition. They also give the definitions their linkage and visibility.

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>

// Declared by headers from HIP 5.5 on.
extern "C" __attribute__((visibility("default"))) hipError_t hipModuleLaunchCooperativeKernel(
    hipFunction_t function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
    unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
    hipStream_t stream, void** parameters);
