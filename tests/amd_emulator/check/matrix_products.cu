#include <duet/device/matrix.hpp>
// One product of 16 x 16 x 32.
template <typename A, typename B, typename Sum>
__device__ void product(const void* a, const void* b, Sum* d) {
  duet::LeftTile<A, 16, 32> x;
  duet::RightTile<B, 32, 16> y;
  duet::AccumulatorTile<Sum, 16, 16> sum;
  x.load(static_cast<const A*>(a), 32);
  y.load(static_cast<const B*>(b), 16);
  sum.fill(Sum(0));
  duet::multiply_add(sum, x, y);
  sum.store(d, 16);
}
extern "C" __global__ void of_half(const void* a, const void* b, float* d) { product<duet::half, duet::half>(a, b, d); }
extern "C" __global__ void of_bfloat16(const void* a, const void* b, float* d) { product<duet::bfloat16, duet::bfloat16>(a, b, d); }
extern "C" __global__ void of_tf32(const void* a, const void* b, float* d) { product<duet::tf32, duet::tf32>(a, b, d); }
extern "C" __global__ void of_float(const void* a, const void* b, float* d) { product<float, float>(a, b, d); }
extern "C" __global__ void of_double(const void* a, const void* b, double* d) { product<double, double>(a, b, d); }
extern "C" __global__ void of_int8(const void* a, const void* b, int* d) { product<duet::int8_t, duet::int8_t>(a, b, d); }
extern "C" __global__ void of_uint8(const void* a, const void* b, int* d) { product<duet::uint8_t, duet::uint8_t>(a, b, d); }
extern "C" __global__ void of_fp8(const void* a, const void* b, float* d) { product<duet::float8_e4m3, duet::float8_e5m2>(a, b, d); }
extern "C" __global__ void of_fnuz(const void* a, const void* b, float* d) { product<duet::float8_e4m3_fnuz, duet::float8_e4m3_fnuz>(a, b, d); }
extern "C" __global__ void of_half_sums(const void* a, const void* b, duet::half* d) { product<duet::half, duet::half>(a, b, d); }
