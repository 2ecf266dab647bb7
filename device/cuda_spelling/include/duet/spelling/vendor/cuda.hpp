#pragma once

// NVRTC has CUDA's built-in functions itself.

#define DUET_SPELLING_IS_NATIVE 1
#ifndef __NVCC__
#define __NVCC__ 1
#endif
// It refuses functions of the host; they are parsed as functions of the device that are not called.
#undef __host__
#define __host__
#include <duet/spelling/vendor/native_braces.hpp>

// What compound literals, (float4){1, 2, 3, 4}, become.
template <typename T_>
using duet_spelled_type = T_;

// It also predeclares a part of std that clashes with the rest.
#define std duet_std
#define DUET_SPELLING_HAS_RUNTIME_TYPES 1
#define DUET_SPELLING_HAS_HEAP 1

#include <duet/spelling/vendor/gnu_macros.hpp>
#include <duet/spelling/vendor/math/extremes.hpp>
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_NUMBER_MATH)
#include <duet/spelling/vendor/math/number_math.hpp>
#endif

// As in nvcc's own headers.
extern "C" {
[[noreturn]] __device__ inline void __assert_fail(const char* text, const char* file, unsigned line,
                                                  const char* function) noexcept {
  __assertfail(text, file, line, function, 1);
  __trap();
}
}

// The functions without a mask, which it lacks from sm_70 on: of the lanes that execute the call.
#if __CUDA_ARCH__ >= 700 && (!defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_WARPS))
#define DUET_SPELLING_SHUFFLE(name, number)                                    \
  template <typename T_>                                                       \
  __device__ __forceinline__ T_ __##name(T_ value, number n, int width = 32) { \
    return __##name##_sync(__activemask(), value, n, width);                   \
  }
DUET_SPELLING_SHUFFLE(shfl, int)
DUET_SPELLING_SHUFFLE(shfl_up, unsigned)
DUET_SPELLING_SHUFFLE(shfl_down, unsigned)
DUET_SPELLING_SHUFFLE(shfl_xor, int)
#undef DUET_SPELLING_SHUFFLE
// These are declared, but their instructions are refused.
#define __ballot(predicate) __ballot_sync(__activemask(), predicate)
#define __any(predicate) __any_sync(__activemask(), predicate)
#define __all(predicate) __all_sync(__activemask(), predicate)
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_ROUNDING_MODES)
#include <duet/spelling/builtin/rounding_modes.hpp>
#endif
