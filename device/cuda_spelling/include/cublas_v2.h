#pragma once

// For the host, but kernels rely on the headers that it includes.
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <duet/spelling/runtime.hpp>
