// Gradients of an RGBA image's brightness; four bytes at a time.
__device__ float luma(uchar4 p) { return 0.299f * p.x + 0.587f * p.y + 0.114f * p.z; }

extern "C" __global__ void sobel(const uchar4* __restrict__ in, unsigned char* out, int w, int h) {
  __shared__ float tile[18][18];
  int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 16 - 1;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
    int x = min(max(x0 + i % 18, 0), w - 1), y = min(max(y0 + i / 18, 0), h - 1);
    tile[i / 18][i % 18] = luma(in[y * w + x]);
  }
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  auto t = [&](int dx, int dy) { return tile[threadIdx.y + 1 + dy][threadIdx.x + 1 + dx]; };
  float gx = t(1, -1) + 2 * t(1, 0) + t(1, 1) - t(-1, -1) - 2 * t(-1, 0) - t(-1, 1);
  float gy = t(-1, 1) + 2 * t(0, 1) + t(1, 1) - t(-1, -1) - 2 * t(0, -1) - t(1, -1);
  out[y * w + x] = (unsigned char)__float2uint_rn(255.f * __saturatef(sqrtf(gx * gx + gy * gy) / 1020.f));
}
