#pragma once

// For the host, but kernels rely on the headers that it includes, and programs test its version.
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <duet/spelling/runtime.hpp>

#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 8
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 120800
