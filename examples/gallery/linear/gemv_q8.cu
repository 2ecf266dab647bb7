#include <cuda_fp16.h>
#include <cstdint>

#define QK 32
typedef struct {
  half d;
  int8_t qs[QK];
} block_q8;

__device__ __forceinline__ int get_int(const int8_t* x8, int i32) {
  const uint16_t* x16 = (const uint16_t*)(x8 + sizeof(int) * i32);
  int x32 = 0;
  x32 |= x16[0] << 0;
  x32 |= x16[1] << 16;
  return x32;
}

// A product of a quantised matrix and a quantised vector; one warp for each row.
extern "C" __global__ void gemv_q8(const block_q8* A, const block_q8* x, float* y, int blocks_per_row) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  float sum = 0.f;
  for (int b = threadIdx.x; b < blocks_per_row; b += 32) {
    const block_q8* a = A + row * blocks_per_row + b;
    int dot = 0;
#pragma unroll
    for (int i = 0; i < QK / 4; ++i) dot = __dp4a(get_int(a->qs, i), get_int(x[b].qs, i), dot);
    sum += __half2float(a->d) * __half2float(x[b].d) * dot;
  }
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, offset, 32);
  if (threadIdx.x == 0) y[row] = sum;
}
