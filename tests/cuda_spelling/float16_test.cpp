// cuda_fp16.h and cuda_bf16.h, against the host's conversions.

#include <cmath>
#include <cstring>

#include "spelling_program.hpp"

namespace duet::test {
namespace {

/// What the kernel computes for one number of 16 bits.
struct OfOne {
  float value, back_up, back_down, back_zero;
  unsigned short negated, absolute, from_int;
  short as_short;
  int to_int, nan, finite;
};

std::string of_one(const std::string& type, const std::string& header) {
  return "#include <" + header + ">\nusing H = " + type + R"(;
    struct OfOne {
      float value, back_up, back_down, back_zero;
      unsigned short negated, absolute, from_int;
      short as_short;
      int to_int, nan, finite;
    };
    __global__ void k(OfOne* out) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      const H x = __ushort_as_NAME((unsigned short)i);
      OfOne& o = out[i];
      o.value = __NAME2float(x);
      // A float between this number and the next ones.
      const float between = o.value * (1.0f + 1.0f / 8192);
      o.back_up = __NAME2float(__float2NAME_ru(between));
      o.back_down = __NAME2float(__float2NAME_rd(between));
      o.back_zero = __NAME2float(__float2NAME_rz(between));
      o.negated = __NAME_as_ushort(__hneg(x));
      o.absolute = __NAME_as_ushort(__habs(x));
      o.from_int = __NAME_as_ushort(__int2NAME_rn(int(i)));
      o.as_short = __NAME_as_short(x);
      o.to_int = __NAME2int_rz(x);
      o.nan = __hisnan(x);
      o.finite = !__hisnan(x) && !__hisinf(x);
    })";
}

template <typename Host>
void check_all(const std::vector<OfOne>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const auto number = Host::from_bits(bits);
    const float value = static_cast<float>(number);
    const OfOne& o = all[i];
    ASSERT_EQ(o.nan != 0, std::isnan(value)) << i;
    ASSERT_EQ(o.finite != 0, std::isfinite(value)) << i;
    ASSERT_EQ(o.negated, bits ^ 0x8000) << i;
    ASSERT_EQ(o.absolute, bits & 0x7fff) << i;
    ASSERT_EQ(static_cast<std::uint16_t>(o.as_short), bits);
    if (std::isnan(value)) {
      ASSERT_TRUE(std::isnan(o.value)) << i;
      ASSERT_EQ(o.to_int, 0) << i;
      continue;
    }
    ASSERT_EQ(o.value, value) << i;
    if (!std::isfinite(value)) continue;
    if (std::fabs(value) < 2e9f) {
      ASSERT_EQ(o.to_int, static_cast<int>(value)) << i;
    }
    const float between = value * (1.0f + 1.0f / 8192);
    ASSERT_LE(o.back_down, between) << i;
    ASSERT_GE(o.back_up, between) << i;
    // One of the neighbours is the number itself.
    ASSERT_EQ(value < 0 ? o.back_up : o.back_down, value) << i;
    ASSERT_EQ(o.back_zero, value) << i;
    ASSERT_EQ(o.from_int, Host(static_cast<float>(i)).bits()) << i;
  }
}

std::string with_name(std::string text, const std::string& name) {
  for (std::size_t at = 0; (at = text.find("NAME", at)) != std::string::npos;) {
    text.replace(at, 4, name);
  }
  return text;
}

TEST(CudaSpellingFloat16Test, EveryHalf) {
  run_spelled<OfOne>(with_name(of_one("__half", "cuda_fp16.h"), "half"), 256, 256, 65536,
                     [](const std::vector<OfOne>& all) { check_all<half>(all); });
}

TEST(CudaSpellingFloat16Test, EveryBfloat16) {
  run_spelled<OfOne>(with_name(of_one("__nv_bfloat16", "cuda_bf16.h"), "bfloat16"), 256, 256, 65536,
                     [](const std::vector<OfOne>& all) { check_all<bfloat16>(all); });
}

TEST(CudaSpellingFloat16Test, ProgramsMayDefineWhatEarlierVersionsLack) {
  run_spelled<float>(R"(
    #include <cuda_fp16.h>
    static inline __device__ __host__ half htanh(half x) {
      return __float2half(3.0f + __half2float(x));
    }
    __global__ void k(float* out) { *out = __half2float(htanh(__float2half(1.0f))); })",
                     1, 1, 1, [](const std::vector<float>& out) { EXPECT_EQ(out.front(), 4); });
}

TEST(CudaSpellingFloat16Test, FunctionsOfPairsAndComparisons) {
  constexpr const char* source = R"(
    #include <cuda_fp16.h>
    __global__ void k(float* out) {
      const half nan = __ushort_as_half(0x7e00), one = __float2half(1.0f), two = 2.0f;
      half2 p = __floats2half2_rn(1.5f, -2.0f);
      p = __hfma2(p, __half2half2(two), make_half2(one, one));
      p += p * __float2half2_rn(0.5f);
      out[0] = __low2float(p);
      out[1] = __high2float(p);
      out[2] = __hlt(one, two) + 2 * __hlt(one, nan) + 4 * __hltu(one, nan) + 8 * __heq(nan, nan) +
               16 * __hneu(nan, nan);
      out[3] = __half2float(__hmax(one, nan)) + 10 * __hisnan(__hmax_nan(one, nan));
      out[4] = __half2float(hsqrt(__float2half(2.25f))) + __half2float(hexp2(two));
      out[5] = __half2float(__hfma_sat(two, two, one));
      out[6] = __hbgt2(make_half2(two, two), make_half2(one, one)) + 2 * (two > one && !(nan == nan));
      out[7] = __half22float2(h2floor(__floats2half2_rn(2.5f, -2.5f))).y;
      half sum = 0;
      for (int i = 0; i < 4; ++i) sum = sum + half(i);
      out[8] = float(sum) + int(two);
      __shared__ half2 total;
      total = make_half2(one, two);
      atomicAdd(&total, make_half2(two, two));
      out[9] = __low2float(total) + 10 * __high2float(total);
      out[10] = __half2float(__shfl_xor_sync(1u, one, 0));
    })";
  run_spelled<float>(source, 1, 1, 11, [](const std::vector<float>& out) {
    const std::vector<float> expected{6, -4.5f, 1 + 4 + 16, 11, 5.5f, 1, 3, -3, 8, 43, 1};
    EXPECT_EQ(out, expected);
  });
}

/// As generated reductions do.
TEST(CudaSpellingFloat16Test, BitsAreConstants) {
  run_spelled<float>(R"(
    #include <cuda_bf16.h>
    #include <cuda_fp16.h>
    __global__ void k(float* out) {
      constexpr __half_raw two = {0x4000};
      constexpr __half2_raw pair = {0x3c00, 0x4200};
      constexpr __nv_bfloat16_raw four = {0x4080};
      constexpr __nv_bfloat162_raw fives = {0x40a0, 0x40a0};
      out[0] = __half2float(__half(two));
      out[1] = __low2float(__half2(pair)) + __high2float(__half2(pair));
      out[2] = __bfloat162float(__nv_bfloat16(four));
      out[3] = __low2float(__nv_bfloat162(fives));
    })",
                     1, 1, 4, [](const std::vector<float>& out) {
                       EXPECT_EQ(out, (std::vector<float>{2, 4, 4, 5}));
                     });
}

TEST(CudaSpellingFloat16Test, VolatileNumbersAreReadAndWritten) {
  run_spelled<int>(R"(
    #include <cuda_bf16.h>
    #include <cuda_fp16.h>
    template <typename T>
    __device__ int last_sum(T first) {
      __shared__ T shared[2];
      ((volatile T*)shared)[0] = first;
      ((volatile T*)shared)[1] = (T)(((volatile T*)shared)[0]);
      T copy = ((volatile T*)shared)[1];
      copy = copy + T(1.0f);
      copy = 2.0f * copy;
      return int(copy) + int((float)(((volatile T*)shared)[1]));
    }
    __global__ void k(int* out) {
      out[0] = last_sum(__half(3.0f));
      out[1] = last_sum(__nv_bfloat16(5.0f));
    })",
                   1, 1, 2, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector{11, 17}));
                   });
}

/// Numbers become halves, and pairs are aligned, as in programs of frameworks.
TEST(CudaSpellingFloat16Test, PairsOfNumbersAndVectorsOfPairs) {
  run_spelled<int>(R"(
    #include <cuda_fp16.h>
    typedef struct __CUDA_ALIGN__(16) { half2 part[4]; } half8;
    struct Packing {
      static __device__ constexpr half2 of(half x) { return half2{x, x}; }
    };
    __global__ void k(int* out) {
      half2 h = __halves2half2(1.5, 2);
      h = __hadd2(h, __half2half2(1));
      out[0] = 10 * float(__low2half(h)); out[1] = __half2int_rn(3.75);
      out[2] = alignof(half8) + sizeof(half8); out[3] = float(Packing::of(h.y).x);
    })",
                   1, 1, 4, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector{25, 4, 32, 3}));
                   });
}

/// hiprtc predeclares functions of the same names in its unnamed namespace.
TEST(CudaSpellingFloat16Test, KernelsInUnnamedNamespacesCallTheFunctions) {
  const std::string source = including({"cuda_fp16.h", "cuda_bf16.h"}, R"(
    namespace {
    __device__ int test(half h, __nv_bfloat16 b) {
      return __hisnan(h) + __hisinf(h) + 10 * __hisinf(b) + __heq(b, b) + int(__half2float(hexp(h - h)));
    }
    template <typename T> __device__ float sum(const T* values) {
      return float(__hadd(__ldg(values), __hmul(values[1], values[2])));
    }
    __global__ void k(float* out) {
      const half2 pair = __hfma2(make_half2(2, 3), make_half2(4, 5), make_half2(1, 1));
      const half halves[] = {half(1), half(2), half(3)};
      const __nv_bfloat16 other[] = {__nv_bfloat16(1), __nv_bfloat16(2), __nv_bfloat16(4)};
      out[0] = test(half(1), __nv_bfloat16(1.0f / 0.0f));
      out[1] = __low2float(pair) + 100 * __high2float(h2floor(pair));
      out[2] = sum(halves);
      out[3] = sum(other);
    }
    })");
  run_spelled<float>(source, 1, 1, 4, [](const std::vector<float>& out) {
    EXPECT_EQ(out, (std::vector<float>{12, 9 + 1600, 7, 9}));
  });
}

TEST(CudaSpellingFloat16Test, HeadersOfThrustAndLibcuBringThem) {
  for (const char* header : {"thrust/tuple.h", "cuda/std/array", "cub/cub.cuh"}) {
    run_spelled<float>(including({header}, R"(
      __device__ __half2 largest(__half2 a, __half2 b) { return __hmax2(a, b); }
      __global__ void k(float* out) {
        *out = __low2float(largest(__float2half2_rn(7), __float2half2_rn(3)));
      })"),
                       1, 1, 1, [](const std::vector<float>& out) { EXPECT_EQ(out.front(), 7); });
  }
}

/// As for compilers that lack it.
TEST(CudaSpellingFloat16Test, ProgramsDeclareFunctionsOfTheHeadersOnceMore) {
  const std::string source = including({"cuda_bf16.h"}, R"(
    inline __attribute__((always_inline)) __device__ __host__ __nv_bfloat162
    make_bfloat162(const __nv_bfloat16 x, const __nv_bfloat16 y);
    __global__ void k(float* out) {
      *out = __high2float(make_bfloat162(__nv_bfloat16(3), __nv_bfloat16(7)));
    })");
  run_spelled<float>(source, 1, 1, 1,
                     [](const std::vector<float>& out) { EXPECT_EQ(out.front(), 7); });
}

}  // namespace
}  // namespace duet::test
