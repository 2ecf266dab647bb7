#include <cuda_runtime.h>

extern "C" __global__ void mandelbrot(unsigned short* out, int width, int height, double2 from, double step,
                           int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  double cr = from.x + x * step, ci = from.y + y * step, zr = 0, zi = 0;
  int n = 0;
  while (n < limit) {
    double r2 = __dmul_rn(zr, zr), i2 = __dmul_rn(zi, zi);
    if (__dadd_rn(r2, i2) > 4.0) break;
    zi = __dadd_rn(__dmul_rn(2 * zr, zi), ci);
    zr = __dadd_rn(__dsub_rn(r2, i2), cr);
    ++n;
  }
  out[y * width + x] = n;
}
