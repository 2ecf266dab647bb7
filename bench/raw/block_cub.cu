// Block operations by CUB, in kernels of the same shape as those of block_duet.cu.

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

template <typename T, int threads>
__global__ void reduce(const T* in, T* out, int rounds) {
  using Reduce = cub::BlockReduce<T, threads, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
  __shared__ typename Reduce::TempStorage storage;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T value = in[i];
  for (int round = 0; round < rounds; ++round) {
    value = Reduce(storage).Sum(value);
    __syncthreads();
  }
  out[i] = value;
}

template <typename T, int threads>
__global__ void scan(const T* in, T* out, int rounds) {
  using Scan = cub::BlockScan<T, threads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename Scan::TempStorage storage;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T value = in[i];
  for (int round = 0; round < rounds; ++round) {
    Scan(storage).InclusiveSum(value, value);
    __syncthreads();
  }
  out[i] = value;
}
