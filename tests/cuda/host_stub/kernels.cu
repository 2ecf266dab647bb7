// Kernels that nvcc compiles into the test program, and the query of the runtime that it links.

#include <cuda_runtime_api.h>

#include "kernels.hpp"

namespace duet::test {

__global__ void scale(float* x, float factor) { x[threadIdx.x] *= factor; }

template <typename T>
__global__ void shift(T* x, T by) {
  x[threadIdx.x] += by;
}

void (*scale_stub())(float*, float) { return &scale; }
void (*shift_stub())(int*, int) { return &shift<int>; }
HostStubQuery* host_stub_query() { return &cudaGetFuncBySymbol; }

}  // namespace duet::test
