#include <duet/device/math.hpp>

template <typename T>
__global__ void length(const T* x, const T* y, T* result, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) result[i] = duet::sqrt(x[i] * x[i] + y[i] * y[i]);
}
