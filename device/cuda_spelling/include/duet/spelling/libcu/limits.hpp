#pragma once

#include <duet/spelling/libcu/std_names.hpp>
#include <duet/spelling/std/limits.hpp>
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_LIBCU_FLOAT16)
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <duet/spelling/float16/limits.hpp>
#endif

namespace cuda::std {

/// Unlike std::numeric_limits, also of CUDA's floating-point types of 16 bits.
template <typename T_>
struct numeric_limits : ::std::numeric_limits<T_> {};
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_LIBCU_FLOAT16)
template <>
struct numeric_limits<__half> : duet::spelling::HalfLimits<__half> {};
template <>
struct numeric_limits<__nv_bfloat16> : duet::spelling::Bfloat16Limits<__nv_bfloat16> {};
#endif

}  // namespace cuda::std
