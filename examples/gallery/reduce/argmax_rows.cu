#include <cfloat>
#include <cub/cub.cuh>

typedef cub::KeyValuePair<int, float> Pair;

template <int THREADS>
__global__ void argmax_rows(const float* in, int* index, float* value, int cols) {
  typedef cub::BlockReduce<Pair, THREADS> BlockReduce;
  __shared__ typename BlockReduce::TempStorage temp;
  Pair best(0, -FLT_MAX);
  cub::ArgMax arg_max;
  for (int i = threadIdx.x; i < cols; i += THREADS)
    best = arg_max(best, Pair(i, in[blockIdx.x * cols + i]));
  best = BlockReduce(temp).Reduce(best, arg_max);
  if (threadIdx.x == 0) {
    index[blockIdx.x] = best.key;
    value[blockIdx.x] = best.value;
  }
}
