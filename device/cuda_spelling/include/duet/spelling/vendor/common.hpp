#pragma once

// What all targets but NVIDIA's need. Parts that the program does not name are left out
// (core/src/program/spelling_parts.cpp): they would take longer to parse than most kernels.

// nvcc allows these.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wc++11-narrowing"
#pragma clang diagnostic ignored "-Winvalid-constexpr"
#endif

// Marks in declarations of NVIDIA's headers, which programs repeat in their own.
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __inline_hint__
#define __nv_pure__
#define __builtin_align__(bytes) __align__(bytes)
#define CUDARTAPI
#define typeof __typeof__
#define CUDART_CB

#include <duet/spelling/builtin/memory.hpp>

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_WARPS)
#include <duet/spelling/builtin/warp.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_ADDRESSES)
#include <duet/spelling/builtin/address_spaces.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_ROUNDING)
#include <duet/spelling/builtin/conversions.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_INTEGERS)
#include <duet/spelling/builtin/integers.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_SIMD)
#include <duet/spelling/builtin/simd.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_BARRIERS)
#include <duet/spelling/builtin/barriers.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_NEW)
#include <duet/spelling/new.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_DPX)
#include <duet/spelling/builtin/dpx.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_NV_ATOMIC)
#include <duet/spelling/builtin/nv_atomic.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_VECTOR_ATOMICS)
#include <duet/spelling/builtin/vector_atomics.hpp>
#endif

#define warpSize duet_warp_size
constexpr int duet_warp_size = 32;

typedef long clock_t;
typedef decltype(static_cast<char*>(nullptr) - static_cast<char*>(nullptr)) ptrdiff_t;

#define alloca(size) __builtin_alloca(size)

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_ROUNDING_MODES)
#include <duet/spelling/builtin/rounding_modes.hpp>
#endif
