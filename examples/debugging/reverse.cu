// For docs/debugging_kernels.md: reverses groups of 64 elements. The other two kernels have bugs.

__device__ int mirrored(int thread) { return 63 - thread; }

__global__ void reverse(int* x) {
  __shared__ int part[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  part[threadIdx.x] = x[i] + i;
  __syncthreads();
  int from = mirrored(threadIdx.x);
  x[i] = part[from];
}

__global__ void no_barrier(int* x) {
  __shared__ int part[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  part[threadIdx.x] = x[i] + i;
  x[i] = part[mirrored(threadIdx.x)];
}

__global__ void off_by_one(int* x) {
  __shared__ int part[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  part[threadIdx.x] = x[i] + i;
  __syncthreads();
  x[i] = part[64 - threadIdx.x];
}
