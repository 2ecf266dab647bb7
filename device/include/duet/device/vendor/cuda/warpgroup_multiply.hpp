#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/float8.hpp>
#include <duet/device/half.hpp>
#include <duet/device/integers.hpp>
#include <duet/device/matrix/tf32.hpp>

// The products of a warpgroup (4 waves) on operands in shared memory: wgmma, for sm_90a alone.

namespace duet::vendor {

/// Describes an operand in shared memory in rows of 128 bytes, swizzled by 128 bytes.
/// @param address  of its first element, in shared memory
/// @param leading  if its rows lie across the depth: bytes from 64 of them to the next 64
__device__ inline uint64_t operand_descriptor(unsigned address, unsigned leading) {
  constexpr uint64_t eight_rows = 1024, swizzle_128 = 1;
  return ((address & 0x3ffffu) >> 4) | (uint64_t(leading >> 4) << 16) | ((eight_rows >> 4) << 32) |
         (swizzle_128 << 62);
}

/// Orders the accumulators and what was written to shared memory before the following products.
__device__ inline void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
/// Ends a group of products.
__device__ inline void commit_products() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Waits for all groups but the latest ones.
template <int pending>
__device__ inline void wait_products() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}
/// The accumulators are read or written by ordinary instructions from here on.
template <int count>
__device__ inline void settle(float (&values)[count]) {
#pragma unroll
  for (int i = 0; i < count; ++i) asm volatile("" : "+f"(values[i])::"memory");
}
template <int count>
__device__ inline void settle(int (&values)[count]) {
#pragma unroll
  for (int i = 0; i < count; ++i) asm volatile("" : "+r"(values[i])::"memory");
}

/// D += A * B for 64 rows and 32 bytes of depth, or D = A * B if `scale` is 0. A thread holds
/// columns / 2 accumulators: floats, or ints for integers.
/// A of 16 bits can be in registers instead: those of a wave's 16 rows and 16 columns of depth.
/// @tparam across_a  whether A's neighbours in memory are rows, not elements along the depth; only
///                   those of types of 16 bits can be
template <typename T, int columns>
struct WarpgroupMultiply;

/// Whether the matrix unit keeps sums of products in fewer bits than a float has, so that sums over
/// a long depth are to be made of short ones.
template <typename T>
inline constexpr bool has_short_sums = false;
template <>
inline constexpr bool has_short_sums<float8_e4m3> = true;
template <>
inline constexpr bool has_short_sums<float8_e5m2> = true;

// The accumulators in groups of 16: names of the operands, constraints.
// clang-format off
#define DUET_NAMES_0 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15"
#define DUET_NAMES_1 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define DUET_NAMES_2 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47"
#define DUET_NAMES_3 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define DUET_NAMES_4 "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79"
#define DUET_NAMES_5 "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define DUET_NAMES_6 "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111"
#define DUET_NAMES_7 "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
#define DUET_SUMS_4(kind, i) "+" kind(sums[i]), "+" kind(sums[i + 1]), "+" kind(sums[i + 2]), "+" kind(sums[i + 3])
#define DUET_SUMS(kind, i) DUET_SUMS_4(kind, i), DUET_SUMS_4(kind, i + 4), DUET_SUMS_4(kind, i + 8), DUET_SUMS_4(kind, i + 12)
// clang-format on

/// @param n       columns
/// @param name    of the element's type in PTX
/// @param names   of the accumulators
/// @param a to g  names of the operands behind them
/// @param ...     constraints of the accumulators
#define DUET_MULTIPLY_FLOATS(type, name, n, names, a, b, c, d, e, f, ...)                         \
  template <>                                                                                     \
  struct WarpgroupMultiply<type, n> {                                                             \
    template <bool across_a, bool across_b>                                                       \
    __device__ static void add(float (&sums)[n / 2], uint64_t left, uint64_t right, int scale) {  \
      asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, " c                                          \
                   ", 0;\n"                                                                       \
                   "wgmma.mma_async.sync.aligned.m64n" #n "k16.f32." name "." name " {" names     \
                   "}, " a ", " b ", p, 1, 1, " d ", " e ";\n}"                                   \
                   : __VA_ARGS__                                                                  \
                   : "l"(left), "l"(right), "r"(scale), "n"(int(across_a)), "n"(int(across_b)));  \
    }                                                                                             \
    template <bool across_b>                                                                      \
    __device__ static void add(float (&sums)[n / 2], const uint32_t (&left)[4], uint64_t right) { \
      asm volatile("wgmma.mma_async.sync.aligned.m64n" #n "k16.f32." name "." name " {" names     \
                   "}, {" a ", " b ", " c ", " d "}, " e ", 1, 1, 1, " f ";"                      \
                   : __VA_ARGS__                                                                  \
                   : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "l"(right),          \
                     "n"(int(across_b)));                                                         \
    }                                                                                             \
  };
/// Both operands lie along the depth.
/// @param shape   the depth and the type of the sums in PTX
/// @param scales  the factors of the operands, where the instruction has them
#define DUET_MULTIPLY_ALONG(sum, shape, scales, type, name, n, names, a, b, c, d, e, f, ...)   \
  template <>                                                                                  \
  struct WarpgroupMultiply<type, n> {                                                          \
    template <bool across_a, bool across_b>                                                    \
    __device__ static void add(sum (&sums)[n / 2], uint64_t left, uint64_t right, int scale) { \
      static_assert(!across_a && !across_b, "such types are multiplied along the depth");      \
      asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, " c                                       \
                   ", 0;\n"                                                                    \
                   "wgmma.mma_async.sync.aligned.m64n" #n shape "." name "." name " {" names   \
                   "}, " a ", " b ", p" scales ";\n}"                                          \
                   : __VA_ARGS__                                                               \
                   : "l"(left), "l"(right), "r"(scale));                                       \
    }                                                                                          \
  };
#define DUET_MULTIPLY_BYTES(...) DUET_MULTIPLY_ALONG(int, "k32.s32", "", __VA_ARGS__)
#define DUET_MULTIPLY_FLOAT8(...) DUET_MULTIPLY_ALONG(float, "k32.f32", ", 1, 1", __VA_ARGS__)
#define DUET_MULTIPLY_TF32(...) DUET_MULTIPLY_ALONG(float, "k8.f32", ", 1, 1", __VA_ARGS__)
#define DUET_WARPGROUP_MULTIPLIES(MULTIPLY, kind, type, name)                                     \
  MULTIPLY(type, name, 8, "%0, %1, %2, %3", "%4", "%5", "%6", "%7", "%8", "%9",                   \
           DUET_SUMS_4(kind, 0))                                                                  \
  MULTIPLY(type, name, 16, "%0, %1, %2, %3, %4, %5, %6, %7", "%8", "%9", "%10", "%11", "%12",     \
           "%13", DUET_SUMS_4(kind, 0), DUET_SUMS_4(kind, 4))                                     \
  MULTIPLY(type, name, 32, DUET_NAMES_0, "%16", "%17", "%18", "%19", "%20", "%21",                \
           DUET_SUMS(kind, 0))                                                                    \
  MULTIPLY(type, name, 64, DUET_NAMES_0 ", " DUET_NAMES_1, "%32", "%33", "%34", "%35", "%36",     \
           "%37", DUET_SUMS(kind, 0), DUET_SUMS(kind, 16))                                        \
  MULTIPLY(type, name, 96, DUET_NAMES_0 ", " DUET_NAMES_1 ", " DUET_NAMES_2, "%48", "%49", "%50", \
           "%51", "%52", "%53", DUET_SUMS(kind, 0), DUET_SUMS(kind, 16), DUET_SUMS(kind, 32))     \
  MULTIPLY(type, name, 128, DUET_NAMES_0 ", " DUET_NAMES_1 ", " DUET_NAMES_2 ", " DUET_NAMES_3,   \
           "%64", "%65", "%66", "%67", "%68", "%69", DUET_SUMS(kind, 0), DUET_SUMS(kind, 16),     \
           DUET_SUMS(kind, 32), DUET_SUMS(kind, 48))                                              \
  MULTIPLY(type, name, 192,                                                                       \
           DUET_NAMES_0 ", " DUET_NAMES_1 ", " DUET_NAMES_2 ", " DUET_NAMES_3 ", " DUET_NAMES_4   \
                        ", " DUET_NAMES_5,                                                        \
           "%96", "%97", "%98", "%99", "%100", "%101", DUET_SUMS(kind, 0), DUET_SUMS(kind, 16),   \
           DUET_SUMS(kind, 32), DUET_SUMS(kind, 48), DUET_SUMS(kind, 64), DUET_SUMS(kind, 80))    \
  MULTIPLY(type, name, 256,                                                                       \
           DUET_NAMES_0 ", " DUET_NAMES_1 ", " DUET_NAMES_2 ", " DUET_NAMES_3 ", " DUET_NAMES_4   \
                        ", " DUET_NAMES_5 ", " DUET_NAMES_6 ", " DUET_NAMES_7,                    \
           "%128", "%129", "%130", "%131", "%132", "%133", DUET_SUMS(kind, 0),                    \
           DUET_SUMS(kind, 16), DUET_SUMS(kind, 32), DUET_SUMS(kind, 48), DUET_SUMS(kind, 64),    \
           DUET_SUMS(kind, 80), DUET_SUMS(kind, 96), DUET_SUMS(kind, 112))

DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_FLOATS, "f", half, "f16")
DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_FLOATS, "f", bfloat16, "bf16")
DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_BYTES, "r", int8_t, "s8")
DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_BYTES, "r", uint8_t, "u8")
DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_FLOAT8, "f", float8_e4m3, "e4m3")
DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_FLOAT8, "f", float8_e5m2, "e5m2")
DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_TF32, "f", tf32, "tf32")

#undef DUET_WARPGROUP_MULTIPLIES
#undef DUET_MULTIPLY_FLOATS
#undef DUET_MULTIPLY_ALONG
#undef DUET_MULTIPLY_BYTES
#undef DUET_MULTIPLY_FLOAT8
#undef DUET_MULTIPLY_TF32
#undef DUET_SUMS
#undef DUET_SUMS_4
#undef DUET_NAMES_0
#undef DUET_NAMES_1
#undef DUET_NAMES_2
#undef DUET_NAMES_3
#undef DUET_NAMES_4
#undef DUET_NAMES_5
#undef DUET_NAMES_6
#undef DUET_NAMES_7

}  // namespace duet::vendor
