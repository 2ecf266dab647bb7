// Block operations by duet. Each thread has a value in a register. A round is one operation and the
// barrier that is needed before its shared memory is used again.

#include <duet/device/block.hpp>
#include <duet/device/ops/binary.hpp>

using duet::ops::Add;

template <typename T, int threads>
__global__ void reduce(const T* in, T* out, int rounds) {
  __shared__ duet::BlockScratch<T> scratch;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T value = in[i];
  for (int round = 0; round < rounds; ++round) {
    value = duet::block_reduce_to_first<threads>(scratch, value, Add());
    duet::barrier();
  }
  out[i] = value;
}

template <typename T, int threads>
__global__ void reduce_for_all(const T* in, T* out, int rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T value = in[i];
  for (int round = 0; round < rounds; ++round) value = duet::block_reduce<threads>(value, Add());
  out[i] = value;
}

template <typename T, int threads>
__global__ void scan(const T* in, T* out, int rounds) {
  __shared__ duet::BlockScratch<T> scratch;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T value = in[i];
  for (int round = 0; round < rounds; ++round) {
    value = duet::block_inclusive_scan<threads>(scratch, value, Add());
    duet::barrier();
  }
  out[i] = value;
}
