// Kernels without bugs; sanitizers must report nothing. 2 blocks of 64 threads, 128 numbers.

#include <duet/device/atomic.hpp>
#include <duet/device/kernel.hpp>
#include <duet/device/wave.hpp>

extern __shared__ int of_the_launch[];

__global__ void barriers(int* x) {
  __shared__ int part[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  for (int round = 0; round < 5; ++round) {
    part[threadIdx.x] = x[i] + round;
    duet::barrier();
    const int other = part[63 - threadIdx.x];
    duet::barrier();
    x[i] = other;
  }
  if (__syncthreads_or(x[i] > 3)) of_the_launch[threadIdx.x] = x[i];
  duet::barrier();
  x[i] += of_the_launch[threadIdx.x ^ 1];
}

__device__ int of_neighbour(int value) {
  __shared__ int part[64];
  part[threadIdx.x] = value;
  duet::barrier();
  const int other = part[threadIdx.x ^ 1];
  duet::barrier();
  return other;
}
__global__ void shared_of_function(int* x) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  x[i] = of_neighbour(x[i]) + of_neighbour(1);
}

// Lanes exchange values through shared memory, synchronised by wave barriers only.
__global__ void waves(int* x) {
  __shared__ int part[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  part[threadIdx.x] = x[i];
  duet::wave_barrier();
  int sum = part[threadIdx.x ^ 1];
  for (int delta = duet::wave_size / 2; delta > 0; delta /= 2) {
    sum += duet::shuffle_xor(sum, delta);
  }
  if (threadIdx.x % 2 == 0) sum += duet::lane_mask(duet::ballot(duet::active_mask(), true)) != 0;
  x[i] = sum;
}

// The last block adds the numbers that all blocks have written.
__global__ void last_block(int* x) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    x[1 + blockIdx.x] = int(blockIdx.x) + 1;
    __threadfence();
    is_last = duet::atomic_add(&x[0], 1) == int(gridDim.x) - 1;
  }
  duet::barrier();
  if (is_last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) sum += x[1 + block];
    x[127] = sum;
  }
}

struct Large {
  int values[40];
};
__device__ int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }

// Local variables of threads that use the same stack one after the other.
__global__ void locals(int* x) {
  Large large{};
  Large* const address = &large;
  for (int i = 0; i < 40; ++i) address->values[i] = x[blockIdx.x * 64 + threadIdx.x] + i;
  const Large copy = *address;
  x[blockIdx.x * 64 + threadIdx.x] = copy.values[threadIdx.x % 40] + depth(int(threadIdx.x));
}
