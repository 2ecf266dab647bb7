#pragma once

#include <array>

namespace duet::bench {

struct SpelledKernel {
  const char* name;
  const char* source;
};

/// Small kernels with headers in CUDA's spelling. The first one is empty and includes nothing.
inline constexpr std::array<SpelledKernel, 13> spelled_kernels{{
    {"an empty kernel", "extern \"C\" __global__ void k() {}\n"},
    {"cuda_fp16.h, empty", R"(#include <cuda_fp16.h>
extern "C" __global__ void k() {}
)"},
    {"cuda_fp16.h, a conversion", R"(#include <cuda_fp16.h>
extern "C" __global__ void k(const __half* x, float* y) { *y = __half2float(*x); }
)"},
    {"cuda_fp16.h, pairs", R"(#include <cuda_fp16.h>
extern "C" __global__ void k(const __half2* x, __half2* y) { *y = __hfma2(*x, *x, *y); }
)"},
    {"cuda_bf16.h, a conversion", R"(#include <cuda_bf16.h>
extern "C" __global__ void k(const __nv_bfloat16* x, float* y) { *y = __bfloat162float(*x); }
)"},
    {"cooperative_groups.h, a tile's shuffle", R"(#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(int* x) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  x[threadIdx.x] = tile.shfl_down(x[threadIdx.x], 1);
}
)"},
    {"cooperative_groups.h, a block's barrier", R"(#include <cooperative_groups.h>
extern "C" __global__ void k(int* x) {
  const auto block = cooperative_groups::this_thread_block();
  x[block.thread_rank()] = 1;
  block.sync();
}
)"},
    {"cub/cub.cuh, empty", R"(#include <cub/cub.cuh>
extern "C" __global__ void k() {}
)"},
    {"cub/cub.cuh, a block reduction", R"(#include <cub/cub.cuh>
extern "C" __global__ void k(int* x) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(x[threadIdx.x]);
  if (threadIdx.x == 0) *x = sum;
}
)"},
    {"block_reduce.cuh, a block reduction", R"(#include <cub/block/block_reduce.cuh>
extern "C" __global__ void k(int* x) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(x[threadIdx.x]);
  if (threadIdx.x == 0) *x = sum;
}
)"},
    {"cub/cub.cuh, a radix sort", R"(#include <cub/cub.cuh>
extern "C" __global__ void k(int* x) {
  using Sort = cub::BlockRadixSort<int, 128, 4>;
  __shared__ typename Sort::TempStorage storage;
  int keys[4] = {x[0], x[1], x[2], x[3]};
  Sort(storage).Sort(keys);
  x[threadIdx.x] = keys[0];
}
)"},
    {"curand_kernel.h, XORWOW", R"(#include <curand_kernel.h>
extern "C" __global__ void k(float* x) {
  curandState state;
  curand_init(1, threadIdx.x, 0, &state);
  x[threadIdx.x] = curand_uniform(&state);
}
)"},
    {"curand_kernel.h, Philox", R"(#include <curand_kernel.h>
extern "C" __global__ void k(float* x) {
  curandStatePhilox4_32_10_t state;
  curand_init(1, threadIdx.x, 0, &state);
  x[threadIdx.x] = curand_uniform(&state);
}
)"},
}};

}  // namespace duet::bench
