#pragma once

// What hiprtc's language lacks of CUDA's.

#include <duet/device/assert.hpp>
#include <duet/device/vendor/select.hpp>
#include <duet/spelling/vendor/macros.hpp>

// Also in functions of the host.
__host__ __device__ inline void __trap() { __builtin_trap(); }
__device__ inline void __brkpt() { __builtin_trap(); }
__device__ inline void __nanosleep(unsigned) { __builtin_amdgcn_s_sleep(1); }
#ifndef assert
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) \
  ((__VA_ARGS__) ? (void)0 : duet::vendor::fail_assertion(#__VA_ARGS__, __FILE__, __LINE__))
#endif
#endif

#include <duet/spelling/vendor/math/extremes.hpp>

// Of numbers of 32 bits, which could be converted to either one of 64.
__device__ inline int __ffsll(int x) { return __ffsll(static_cast<long long>(x)); }
__device__ inline int __ffsll(unsigned x) { return __ffsll(static_cast<long long>(x)); }

// hiprtc has no managed variables. The host finds them by the name, like others.
#ifndef __managed__
#define __managed__ __device__
#endif

namespace duet::spelling {
/// The numbers of threads and of blocks among the arguments of __launch_bounds__.
constexpr unsigned thread_bound(unsigned threads, unsigned = 0, unsigned = 0) { return threads; }
constexpr unsigned block_bound(unsigned, unsigned blocks = 0, unsigned = 0) { return blocks; }
/// Memory of a shared variable whose constructor does not run.
template <typename T>
struct SharedStorage {
  alignas(T) unsigned char bytes[sizeof(T)];
  __device__ T& value() { return *reinterpret_cast<T*>(bytes); }
};
}  // namespace duet::spelling
// hiprtc's macro counts its arguments, so that none may be a template with two.
#undef __launch_bounds__
#define __launch_bounds__(...)                                                                \
  __attribute__((amdgpu_flat_work_group_size(1, ::duet::spelling::thread_bound(__VA_ARGS__)), \
                 amdgpu_waves_per_eu(::duet::spelling::block_bound(__VA_ARGS__))))

#include <duet/spelling/vendor/braces.hpp>

#define DUET_SPELLING_RENAMES_HALF 1
// hiprtc predeclares a part of std that clashes with the rest, and integers of 64 bits, which are
// other types for nvcc. Those of namespace duet stay the same.
#define std duet_std
#define int64_t duet_int64_t
#define uint64_t duet_uint64_t
namespace duet {
using int64_t = long long;
using uint64_t = unsigned long long;
}  // namespace duet

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_MATH)
#define DUET_SPELLING_FLOAT_MATH_WHOLE 1
#include <duet/spelling/vendor/math/float_math.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_VECTORS)
#include <duet/spelling/vendor/hip_vectors.hpp>
#endif

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_HOST)
#include <duet/spelling/vendor/hip_host.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_PRINTF)
#include <duet/spelling/vendor/hip_printf.hpp>
#endif
#include <duet/spelling/vendor/common.hpp>
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_ATOMICS)
#include <duet/spelling/vendor/hip_atomics.hpp>
#endif

// Programs for both vendors take their branches for CUDA.
#undef __HIP__
#undef __HIPCC__
#undef __HIPCC_RTC__
#undef __HIP_DEVICE_COMPILE__
