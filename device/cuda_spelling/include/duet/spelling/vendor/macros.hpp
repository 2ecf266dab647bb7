#pragma once

// Macros that kernels test, as NVRTC defines them. A program may define other values.

#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 800
#endif
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __CUDACC_RTC__
#define __CUDACC_RTC__ 1
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#endif
#define __NVCC__ 1
#define __CUDA_ARCH_LIST__ __CUDA_ARCH__
#define __grid_constant__
