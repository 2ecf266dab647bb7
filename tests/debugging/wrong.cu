// Kernels with bugs that a sanitizer must report. 2 blocks of 64 threads, 127 numbers, dynamic shared
// memory for 64 numbers. The comment before a kernel names the sanitizer and a text of its report; the
// report must also contain the line with the comment "here".

#include <duet/device/atomic.hpp>
#include <duet/device/kernel.hpp>
#include <duet/device/wave.hpp>

// address: heap-buffer-overflow
__global__ void beyond_buffer(int* x) {
  x[blockIdx.x * 64 + threadIdx.x] = 1;  // here
}

// address: heap-buffer-overflow
__global__ void before_buffer(int* x) {
  x[int(threadIdx.x) - 1] = 1;  // here
}

template <typename T>
__device__ __forceinline__ void fill(T* x) {
  __shared__ T part[64];
  __shared__ T other[64];
  other[threadIdx.x] = T(1);
  part[threadIdx.x + 1] = T(1);  // here
  duet::barrier();
  x[threadIdx.x] = part[threadIdx.x] + other[threadIdx.x];
}
// address: global-buffer-overflow
__global__ void beyond_static(int* x) { fill(x); }

__device__ void fill_plainly(int* x) {
  __shared__ int part[64];
  __shared__ int other[64];
  other[threadIdx.x] = 1;
  part[threadIdx.x + 1] = 1;  // here
  duet::barrier();
  x[threadIdx.x] = part[threadIdx.x] + other[threadIdx.x];
}
// address: global-buffer-overflow
__global__ void beyond_static_of_function(int* x) { fill_plainly(x); }

// address: use-after-poison
__global__ void beyond_dynamic(int* x) {
  extern __shared__ int part[];
  part[threadIdx.x] = 1;
  duet::barrier();
  x[threadIdx.x] = part[threadIdx.x + 1];  // here
}

// address: stack-buffer-overflow
__global__ void beyond_local(int* x) {
  int values[8];
  for (int i = 0; i < 8; ++i) values[i] = x[i];
  duet::barrier();
  x[threadIdx.x] = values[threadIdx.x % 9];  // here
}

// thread: data race
__global__ void no_barrier_static(int* x) {
  __shared__ int part[64];
  part[threadIdx.x] = x[threadIdx.x];
  duet::wave_barrier();
  if (blockIdx.x == 0) x[threadIdx.x] = part[63 - threadIdx.x];  // here
}

// thread: data race
__global__ void no_barrier_dynamic(int* x) {
  extern __shared__ int part[];
  part[threadIdx.x] = 1;
  if (blockIdx.x == 0) x[threadIdx.x] = part[threadIdx.x ^ 1];  // here
}

// thread: data race
__global__ void no_second_barrier(int* x) {
  __shared__ int part[64];
  for (int i = 0; i < 2; ++i) {
    part[threadIdx.x] = i;  // here
    duet::barrier();
    if (blockIdx.x == 0) x[threadIdx.x] = part[63 - threadIdx.x];
  }
}

// thread: data race
__global__ void no_atomic(int* x) {
  if (blockIdx.x == 0 && threadIdx.x % 32 == 0) x[0] += 1;  // here
}

// thread: data race
__global__ void not_all_atomic(int* x) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      duet::atomic_add(x, 1);
    } else {
      *x = 1;  // here
    }
  }
}

// thread: data race
__global__ void between_blocks(int* x) {
  x[threadIdx.x] = int(blockIdx.x);  // here
}
