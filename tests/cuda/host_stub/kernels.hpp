#pragma once

// What kernels.cu, which nvcc compiles, gives the tests.

#include <driver_types.h>

namespace duet::test {

using HostStubQuery = cudaError_t(cudaFunction_t*, const void*);

/// Multiplies x[threadIdx.x].
void (*scale_stub())(float* x, float factor);
/// Adds to x[threadIdx.x].
void (*shift_stub())(int* x, int by);
/// cudaGetFuncBySymbol of the runtime that the program is linked with.
HostStubQuery* host_stub_query();

}  // namespace duet::test
