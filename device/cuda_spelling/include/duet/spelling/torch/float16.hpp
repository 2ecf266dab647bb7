#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <duet/spelling/float16/limits.hpp>
#include <duet/spelling/torch/stored_float.hpp>

// PyTorch's 16-bit floats: types of their own, which also convert to CUDA's.

namespace c10 {
struct Half : stored::StoredFloat<Half, unsigned short, __half> {
  using StoredFloat::StoredFloat;
  Half() = default;
  __device__ Half(__half value) : StoredFloat(value.bits(), from_bits()) {}
  __device__ operator __half() const { return __half::from_bits(x); }
};
struct BFloat16 : stored::StoredFloat<BFloat16, unsigned short, __nv_bfloat16> {
  using StoredFloat::StoredFloat;
  BFloat16() = default;
  __device__ BFloat16(__nv_bfloat16 value) : StoredFloat(value.bits(), from_bits()) {}
  __device__ operator __nv_bfloat16() const { return __nv_bfloat16::from_bits(x); }
};
}  // namespace c10

namespace std {
template <>
struct numeric_limits<c10::Half> : duet::spelling::HalfLimits<c10::Half> {};
template <>
struct numeric_limits<c10::BFloat16> : duet::spelling::Bfloat16Limits<c10::BFloat16> {};
}  // namespace std
