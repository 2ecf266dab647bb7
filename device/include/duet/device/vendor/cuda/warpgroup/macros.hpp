#pragma once

#include <duet/device/vendor/cuda/warpgroup/multiply.hpp>

// What WarpgroupMultiply is written with, in a header for each few types: all of them would double
// the time that a kernel takes to compile.

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
