#include <cub/cub.cuh>

// Loss and gradient of a softmax over classes; a block for each row.
template <int THREADS>
__global__ void cross_entropy(const float* logits, const long long* target, float* loss, float* grad,
                              int classes) {
  typedef cub::BlockReduce<float, THREADS> Reduce;
  __shared__ typename Reduce::TempStorage temp;
  __shared__ float s_max, s_sum;
  const float* x = logits + (size_t)blockIdx.x * classes;
  float m = -1e30f;
  for (int c = threadIdx.x; c < classes; c += THREADS) m = max(m, x[c]);
  m = Reduce(temp).Reduce(m, cub::Max());
  if (threadIdx.x == 0) s_max = m;
  __syncthreads();
  float sum = 0;
  for (int c = threadIdx.x; c < classes; c += THREADS) sum += expf(x[c] - s_max);
  sum = Reduce(temp).Sum(sum);
  if (threadIdx.x == 0) {
    s_sum = sum;
    loss[blockIdx.x] = logf(sum) + s_max - x[target[blockIdx.x]];
  }
  __syncthreads();
  for (int c = threadIdx.x; c < classes; c += THREADS)
    grad[(size_t)blockIdx.x * classes + c] = expf(x[c] - s_max) / s_sum - (c == target[blockIdx.x] ? 1.f : 0.f);
}
