#include <algorithm>
#include <cstdint>

#define SWAP(a, b) { uint8_t t = min(a, b); b = max(a, b); a = t; }

// The median of 3 x 3 pixels by a sorting network.
extern "C" __global__ void median3x3(const uint8_t* in, uint8_t* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  uint8_t v[9];
#pragma unroll
  for (int i = 0; i < 9; ++i) {
    int px = std::min(std::max(x + i % 3 - 1, 0), width - 1);
    int py = std::min(std::max(y + i / 3 - 1, 0), height - 1);
    v[i] = in[py * width + px];
  }
  SWAP(v[1], v[2]) SWAP(v[4], v[5]) SWAP(v[7], v[8]) SWAP(v[0], v[1]) SWAP(v[3], v[4])
  SWAP(v[6], v[7]) SWAP(v[1], v[2]) SWAP(v[4], v[5]) SWAP(v[7], v[8]) SWAP(v[0], v[3])
  SWAP(v[5], v[8]) SWAP(v[4], v[7]) SWAP(v[3], v[6]) SWAP(v[1], v[4]) SWAP(v[2], v[5])
  SWAP(v[4], v[7]) SWAP(v[4], v[2]) SWAP(v[6], v[4]) SWAP(v[4], v[2])
  out[y * width + x] = v[4];
}
