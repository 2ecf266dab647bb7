#include <cuda/std/complex>

using complex = cuda::std::complex<float>;

extern "C" __global__ void complex_scale(const complex* a, const complex* b, complex* product, float* size,
                                         int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  complex c = a[i] * cuda::std::conj(b[i]);
  product[i] = c + complex(1.f, 0.f);
  size[i] = cuda::std::abs(c);
}
