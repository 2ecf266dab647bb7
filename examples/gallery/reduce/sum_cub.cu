#include <cub/cub.cuh>

template <int BLOCK_THREADS, int ITEMS>
__global__ void sum_cub(const int* in, int* block_sums, int n) {
  using BlockLoad = cub::BlockLoad<int, BLOCK_THREADS, ITEMS, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using BlockReduce = cub::BlockReduce<int, BLOCK_THREADS>;
  __shared__ union {
    typename BlockLoad::TempStorage load;
    typename BlockReduce::TempStorage reduce;
  } temp;

  int offset = blockIdx.x * BLOCK_THREADS * ITEMS;
  int data[ITEMS];
  BlockLoad(temp.load).Load(in + offset, data, n - offset, 0);
  __syncthreads();
  int sum = BlockReduce(temp.reduce).Sum(data);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}
