extern "C" __global__ void scale(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2 * x[i];
}
extern "C" __global__ void run_over_the_end(float* y) {
  for (int i = 0; i < 100000; ++i) y[i] = 1;
}
extern "C" __global__ void reverse_without_barrier(float* y) {
  __shared__ float cells[128];
  cells[threadIdx.x] = threadIdx.x;
  y[threadIdx.x] = cells[127 - threadIdx.x];
}
