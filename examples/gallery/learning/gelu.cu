#include <cuda_bf16.h>
#include <type_traits>

template <typename T>
struct Convert;
template <>
struct Convert<float> {
  static __device__ float load(float x) { return x; }
  static __device__ float store(float x) { return x; }
};
template <>
struct Convert<__nv_bfloat16> {
  static __device__ float load(__nv_bfloat16 x) { return __bfloat162float(x); }
  static __device__ __nv_bfloat16 store(float x) { return __float2bfloat16(x); }
};

// Bias and GELU, for float and bfloat16.
template <typename T>
__global__ void bias_gelu(T* x, const T* bias, int n, int cols) {
  static_assert(std::is_same<T, float>::value || sizeof(T) == 2, "unexpected type");
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = Convert<T>::load(x[i]) + Convert<T>::load(bias[i % cols]);
    x[i] = Convert<T>::store(0.5f * v * (1.f + tanhf(0.7978845608f * (v + 0.044715f * v * v * v))));
  }
}
