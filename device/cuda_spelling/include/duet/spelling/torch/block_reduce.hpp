#pragma once

// PyTorch's reductions of a warp and of a block. Their results are those of the first thread.

#include <duet/device/wave.hpp>
#include <duet/spelling/lanes.hpp>

namespace at {
namespace native {
namespace cuda_utils {

constexpr int kCUDABlockReduceNumThreads = 512;
constexpr int kCUDABlockReduceMaxThreads = 32 * 32;

/// Threads of a block with one dimension.
struct Block1D {
  static __device__ inline int Tid() { return threadIdx.x; }
  static __device__ inline int Warps() { return blockDim.x / 32; }
};
/// Threads of a block with two dimensions.
struct Block2D {
  static __device__ inline int Tid() { return threadIdx.x + threadIdx.y * blockDim.x; }
  static __device__ inline int Warps() { return blockDim.x * blockDim.y / 32; }
};

struct Sum {
  template <typename T>
  __device__ inline T combine(T a, T b) const {
    return a + b;
  }
};
struct Greatest {
  template <typename T>
  __device__ inline T combine(T a, T b) const {
    return a < b ? b : a;
  }
};

template <typename T, class ReduceOp>
__device__ inline T WarpReduce(T value, const ReduceOp& op,
                               duet::vendor::Place place = duet::vendor::here()) {
  for (unsigned delta = 16; delta > 0; delta /= 2) {
    const T other =
        duet::vendor::shuffle_down(duet::spelling::wave_mask(0xffffffffu), value, delta, 32, place);
    value = op.combine(value, other);
  }
  return value;
}

/// @param identity  the value of threads that the block does not have
/// @param shared    memory for a value of each warp
template <typename T, class ReduceOp, typename B = Block1D>
__device__ inline T BlockReduce(T value, const ReduceOp& op, const T& identity, T* shared) {
  const int thread = B::Tid();
  value = WarpReduce(value, op);
  __syncthreads();
  if (thread % 32 == 0) shared[thread / 32] = value;
  __syncthreads();
  value = thread < B::Warps() ? shared[thread] : identity;
  return thread < 32 ? WarpReduce(value, op) : value;
}

template <typename T>
__device__ inline T WarpReduceSum(T value) {
  return WarpReduce(value, Sum());
}
template <typename T>
__device__ inline T WarpReduceMax(T value) {
  return WarpReduce(value, Greatest());
}
template <typename T, typename B = Block1D>
__device__ inline T BlockReduceSum(T value, T* shared) {
  return BlockReduce<T, Sum, B>(value, Sum(), T(0), shared);
}
template <typename T, typename B = Block1D>
__device__ inline T BlockReduceMax(T value, T* shared) {
  return BlockReduce<T, Greatest, B>(value, Greatest(), T(0), shared);
}

}  // namespace cuda_utils
}  // namespace native
}  // namespace at
