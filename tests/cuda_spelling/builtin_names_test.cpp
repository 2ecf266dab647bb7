// Names that CUDA's headers give, those that they leave to programs, and what coordinates are.

#include "spelling_program.hpp"

namespace duet::test {
namespace {

/// AMD's compiler has some of these functions itself.
TEST(CudaSpellingNamesTest, ProgramsDefineAtomicsThatCudaLacks) {
  run_spelled<float>(R"(
    __device__ static float atomicMax(float* address, float value) {
      int* bits = reinterpret_cast<int*>(address);
      int old = *bits, assumed;
      do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
      } while (assumed != old);
      return __int_as_float(old);
    }
    __device__ inline double atomicMin(double* address, double value) {
      return *address = fmin(*address, value);
    }
    __global__ void k(float* out) {
      __shared__ double least;
      __shared__ long long bits;
      __shared__ int n;
      if (threadIdx.x == 0) { least = 5; bits = 12; n = 4; }
      __syncthreads();
      atomicMax(out, float(threadIdx.x));
      if (threadIdx.x != 0) return;
      atomicMin(&least, 3.0);
      atomicOr(&bits, 3ll);
      atomicAnd(&bits, 13ll);
      atomicXor(&bits, 1ll << 40);
      out[1] = float(least);
      out[2] = float(atomicMin(&bits, 1ll << 41) == 13 + (1ll << 40));
      atomicMax(&n, threadIdx.x + 6);
      atomicMin_system(&n, 5);
      out[3] = float(n);
    })",
                     1, 32, 4, [](const std::vector<float>& out) {
                       EXPECT_EQ(out, (std::vector<float>{31, 3, 1, 5}));
                     });
}

/// They are unsigned numbers, also where their types are deduced.
TEST(CudaSpellingNamesTest, CoordinatesAreNumbers) {
  run_spelled<int>(R"(
    #include <algorithm>
    #include <cuda_fp16.h>
    #define LANE (threadIdx.x % 32)
    struct Shape { dim3 blockDim; int threadIdx; };
    template <typename T> __device__ T twice(T x) { return 2 * x; }
    template <typename T> __device__ int size_of(T) { return T(-1) > T(0) ? int(sizeof(T)) : 0; }
    __global__ void k(int* out) {
      auto i = threadIdx.x;
      i += blockDim.x;
      auto lane = LANE, row = blockIdx.y;
      ++row;
      Shape shape{blockDim, 3};
      shape.blockDim.x = 7;
      decltype(threadIdx.x) other = 3;
      auto chosen = out == nullptr ? 1u : threadIdx.x;
      chosen += blockIdx.z;
      out[0] = int(i + lane + row + twice(blockDim.x));
      out[1] = int(std::min(threadIdx.x, 3u) + max(threadIdx.x, 1u) + min(blockDim.x, gridDim.x));
      out[2] = int(chosen) + size_of(threadIdx.x) + size_of(blockDim.y) + size_of(blockIdx.z);
      out[3] = int(shape.blockDim.x) + shape.threadIdx + int(other);
      out[4] = int(float(half(blockDim.x)) + float((half)threadIdx.x));
      out[5] = __ffsll(8) + __ffsll(6u);
      uint3 whole = threadIdx;
      dim3 block = blockDim;
      out[6] = int(whole.y + block.z);
    })",
                   1, 1, 7, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{4, 2, 12, 13, 1, 6, 1}));
                   });
}

TEST(CudaSpellingNamesTest, MarksAndFunctionsOfTheRuntime) {
  run_spelled<int>(R"(
    #include <assert.h>
    extern "C" __host__ __device__ void __assertfail(const char* text, const char* file,
                                                     unsigned line, const char* name, size_t size);
    struct __device_builtin__ __builtin_align__(16) Pair { int a, b; };
    __device__ __managed__ int shared_with_host;
    __device__ __forceinline__ void check(cudaError_t code, int line) {
      if (code != cudaSuccess) {
        printf("%s in line %d\n", cudaGetErrorString(code), line);
        assert(0);
        __assert_fail("no error", __FILE__, line, __func__);
      }
      if (line < 0) __assertfail("a line", __FILE__, 1, __func__, sizeof(char));
    }
    __global__ void k(int* out) {
      check(cudaGetLastError(), __LINE__);
      shared_with_host = 3;
      out[0] = int(alignof(Pair)) + shared_with_host;
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 19); });
}

/// nvcc has them from the host's compiler.
TEST(CudaSpellingNamesTest, GnusWordsAndFunctions) {
  run_spelled<int>(R"(
    #if !defined(__GNUC__) || !defined(__unix__) || !defined(__linux__)
    #error "no system"
    #endif
    #if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || __SIZEOF_POINTER__ != 8
    #error "no order"
    #endif
    __extension__ typedef unsigned long long word;
    typedef struct { __extension__ union { struct { int a, b; }; int both[2]; }; } Parts;
    struct __attribute__((aligned(16))) Aligned { int x; };
    static __inline__ __attribute__((always_inline)) __device__ int same(int x) { return x; }
    __global__ void k(int* out) {
      __typeof__(out[0]) bits = 5;
      __const int shift = __alignof__(Aligned);
      Parts parts = {};
      parts.both[1] = 3;
      out[0] = same(bits) + shift + parts.b;
      if (__builtin_expect(out[0] > 0, 1)) out[1] = __builtin_popcount(unsigned(bits));
      out[2] = __builtin_clz(1u << 4) + __builtin_ctzll(word(1) << 40) + __builtin_ffs(4);
      out[3] = int(__builtin_bswap32(0x01000000u) + __builtin_bswap64(word(1) << 56));
      out[4] = int(__builtin_fabsf(-2.5f) * 2 + __builtin_sqrt(9.0));
      out[5] = __builtin_inff() > 1e38f;
      __builtin_memcpy(out + 6, out, sizeof(int));
    })",
                   1, 1, 7, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{24, 2, 70, 2, 8, 1, 24}));
                   });
}

TEST(CudaSpellingNamesTest, ListsInBracesAndIterators) {
  run_spelled<int>(R"(
    #include <array>
    #include <iterator>
    #include <type_traits>
    struct Fixed { Fixed(const Fixed&) = delete; };
    __global__ void k(int* out) {
      std::array<int, 3> values = {4, 5, 6};
      int sum = 0;
      for (int x : {1, 2, 3}) sum += x;
      for (auto x : values) sum += x;
      out[0] = sum + std::max({3, 9, 5}) + std::min({3, 1});
      out[1] = int(std::distance(values.begin(), values.end()) + *std::next(values.begin()));
      int rows[4] = {};
      out[2] = int(std::size(rows) + std::size(values) + (std::end(rows) - std::begin(rows)));
      out[3] = std::is_nothrow_swappable<int>::value + std::is_copy_constructible_v<Fixed> +
               std::is_trivially_copy_constructible<int>::value + std::is_assignable_v<int&, int>;
      using Value = typename std::iterator_traits<const float*>::value_type;
      out[4] = std::is_same_v<Value, float>;
    })",
                   1, 1, 5, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{31, 8, 11, 3, 1}));
                   });
}

TEST(CudaSpellingNamesTest, NumbersOf4BitsAndExponentsOf8) {
  run_spelled<float>(
      R"(
    #include <cuda_fp4.h>
    __global__ void k(float* out) {
      const float given[9] = {0.25f, 0.26f, 0.75f, 1.25f, 2.5f, 3.5f, 5.0f, 100.0f, -1.6f};
      for (int i = 0; i < 9; ++i) out[i] = float(__nv_fp4_e2m1(given[i]));
      const __nv_fp4x4_e2m1 four(make_float4(1, -2, 3, 4));
      const __half2_raw pair =
          __nv_cvt_fp4x2_to_halfraw2(static_cast<__nv_fp4x2_storage_t>(four.__x), __NV_E2M1);
      out[9] = __low2float(__half2(pair));
      out[10] = __high2float(__half2(pair));
      out[11] = float4(four).w;
      out[12] = float(__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(130)));
      out[13] = float(__nv_cvt_float_to_e8m0(9.0f, __NV_SATFINITE, cudaRoundPosInf));
      out[14] = float(__nv_cvt_float_to_e8m0(9.0f, __NV_SATFINITE, cudaRoundZero));
      // 8 and a little that a float cannot hold
      const double above = 8.0 + 1e-12;
      out[15] = float(__nv_cvt_double_to_e8m0(above, __NV_SATFINITE, cudaRoundPosInf));
      out[16] = float(__nv_cvt_double2_to_e8m0x2(make_double2(above, 2), __NV_SATFINITE, cudaRoundZero));
      const auto two = __nv_cvt_float2_to_e8m0x2(make_float2(8, 32), __NV_NOSAT, cudaRoundZero);
      const __nv_bfloat162_raw back = __nv_cvt_e8m0x2_to_bf162raw(two);
      out[17] = float(__nv_bfloat16(__nv_bfloat162(back).y));
      out[18] = __nv_cvt_bfloat162raw_to_e8m0x2(back, __NV_NOSAT, cudaRoundZero) == two;
      out[19] = float(__nv_cvt_bfloat16raw_to_e8m0(__nv_cvt_e8m0_to_bf16raw(99), __NV_NOSAT,
                                                   cudaRoundZero));
    })",
      1, 1, 20, [](const std::vector<float>& out) {
        EXPECT_EQ(
            out, (std::vector<float>{
                     0,  0.5f, 1, 1, 2, 4, 4, 6, -1.5f, 1, -2, 4, 8, 131, 130, 131, 130 + 256 * 128,
                     32, 1,    99}));
      });
}

/// Without effect in launches that are not programmatic.
TEST(CudaSpellingNamesTest, DependentLaunches) {
  run_spelled<int>(R"(
    __global__ void k(int* out) {
      cudaGridDependencySynchronize();
      *out = 5;
      cudaTriggerProgrammaticLaunchCompletion();
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 5); });
}

/// As TVM's kernels do.
TEST(CudaSpellingNamesTest, MacrosMayHaveTheNamesOfIntegers) {
  run_spelled<int>(R"(
    #include <cuda_fp16.h>
    #define uint unsigned int
    #define uchar unsigned char
    #  define int64_t long \
       long
    #define uint64_t unsigned long long
    #define int8_t signed char
    #include <mma.h>
    #include <cub/block/block_reduce.cuh>
    #if defined(uint8_t)
    #error "it is no macro"
    #endif
    __global__ void k(int* out) {
      *out = int(sizeof(uint) + sizeof(int64_t) + sizeof(uint64_t) + sizeof(uchar)) + __LINE__;
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 21 + 15); });
}

}  // namespace
}  // namespace duet::test
