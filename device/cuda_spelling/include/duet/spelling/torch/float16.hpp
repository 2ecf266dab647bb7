#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <duet/spelling/float16/limits.hpp>
#include <duet/spelling/torch/stored_float.hpp>

// PyTorch's 16-bit floats: types of their own, which also convert to CUDA's.

#define DUET_SPELLING_TORCH_FLOAT(T, native)                                       \
  struct alignas(2) T : stored::StoredFloat<T> {                                   \
    unsigned short x;                                                              \
    T() = default;                                                                 \
    __host__ __device__ constexpr T(unsigned short bits, from_bits_t) : x(bits) {} \
    __device__ T(float value) : x(native(value).bits()) {}                         \
    __device__ T(native value) : x(value.bits()) {}                                \
    __device__ operator float() const { return float(native::from_bits(x)); }      \
    __device__ operator native() const { return native::from_bits(x); }            \
  };

namespace c10 {
DUET_SPELLING_TORCH_FLOAT(Half, __half)
DUET_SPELLING_TORCH_FLOAT(BFloat16, __nv_bfloat16)
}  // namespace c10

#undef DUET_SPELLING_TORCH_FLOAT

namespace std {
template <>
struct numeric_limits<c10::Half> : duet::spelling::HalfLimits<c10::Half> {};
template <>
struct numeric_limits<c10::BFloat16> : duet::spelling::Bfloat16Limits<c10::BFloat16> {};
}  // namespace std
