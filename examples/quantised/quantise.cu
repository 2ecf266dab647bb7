// Rows of floats as bytes with a scale each: x is about scale * q, with q from -127 to 127. A block
// of 256 threads for each row.

#include <duet/device/block_reduce.hpp>
#include <duet/device/math.hpp>
#include <duet/device/ops/binary.hpp>

extern "C" __global__ void __launch_bounds__(256)
    quantise(const float* x, duet::int8_t* q, float* scales, int columns) {
  const duet::int64_t first = duet::int64_t(columns) * blockIdx.x;
  float largest = 0;
  for (int i = threadIdx.x; i < columns; i += 256) {
    largest = duet::fmax(largest, duet::fabs(x[first + i]));
  }
  largest = duet::block_reduce<256>(largest, duet::ops::Maximum{});
  const float scale = largest == 0 ? 1.0f : largest / 127;
  for (int i = threadIdx.x; i < columns; i += 256) {
    q[first + i] = duet::int8_t(duet::rint(x[first + i] / scale));
  }
  if (threadIdx.x == 0) scales[blockIdx.x] = scale;
}
