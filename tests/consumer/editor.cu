// What kernels use, for the check of the headers for editors.

#include <duet/device/atomic.hpp>
#include <duet/device/block_reduce.hpp>
#include <duet/device/half.hpp>
#include <duet/device/kernel.hpp>
#include <duet/device/math.hpp>

__constant__ float factors[4];
__device__ int calls;

extern "C" __global__ void __launch_bounds__(128)
    sum(const float* __restrict__ x, float* y, int n) {
  extern __shared__ float dynamic[];
  __shared__ float tile[32];
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  tile[threadIdx.x % 32] = i < n ? x[i] * factors[1] : 0.0f;
  __syncthreads();
  dynamic[threadIdx.x] = sqrtf(tile[0]) + duet::sqrt(tile[1]);
  atomicAdd(y, __shfl_down_sync(0xffffffffu, dynamic[threadIdx.x], 1));
  atomicAdd(&calls, 1);
  if (threadIdx.x == 0 && gridDim.x > 1) printf("%d\n", n);
}

template <typename T>
__global__ void scale(T* x, duet::half h) {
  x[threadIdx.x + warpSize * blockIdx.y] *= static_cast<T>(static_cast<float>(h));
}
