// Names of other libraries that stand for CUDA's, and their macros.

#include "spelling_program.hpp"

namespace duet::test {
namespace {

void expect_seven(const Program& program) {
  run_spelled<int>(program, 1, 1, 1,
                   [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 7); });
}

/// Such programs are for both vendors, and take their branch for NVIDIA.
TEST(CudaSpellingLibraryNamesTest, ProgramsIncludeTheHeadersOfHip) {
  expect_seven(spelled(R"(
    #include <hip/hip_runtime.h>
    #include <hip/hip_fp16.h>
    #ifdef __HIPCC__
    #define BOTH __host__ __device__
    #else
    #define BOTH
    #endif
    #ifndef __HIP_PLATFORM_NVCC__
    #error "the branch for NVIDIA"
    #endif
    BOTH inline int shifted(int x) { return x + 3; }
    hipError_t fill(int* out, hipStream_t stream);
    __global__ void k(int* out) {
      HIP_DYNAMIC_SHARED(int, memory)
      if (hipThreadIdx_x == 0) *out = shifted(int(__half2float(__float2half(4.f)))) + hipBlockIdx_x;
    }
    hipError_t fill(int* out, hipStream_t stream) {
      hipFuncAttributes attributes;
      hipFuncGetAttributes(&attributes, (const void*)k);
      hipLaunchKernelGGL(k, dim3(1), dim3(attributes.maxThreadsPerBlock), 0, stream, out);
      return hipSuccess;
    })",
                       {"k"}));
}

TEST(CudaSpellingLibraryNamesTest, ThrustMayHaveANamespaceAround) {
  const std::string for_hosts = "cub/device/device_something.cuh";
  Program program = spelled("#include <" + for_hosts + ">" + R"(
    #include <thrust/tuple.h>
    #include <thrust/system/detail/generic/reduce_by_key.h>
    #if THRUST_VERSION < 100500 || CUB_VERSION < 100500 || THRUST_MAJOR_VERSION < 1
    #error "these are newer"
    #endif
    __global__ void k(int* out) {
      const auto pair = outer::thrust::make_tuple(3, 4);
      *out = outer::thrust::get<0>(pair) + outer::thrust::get<1>(pair);
    })",
                            {"k"});
  program.options.defines = {"THRUST_CUB_WRAPPED_NAMESPACE=outer"};
  expect_seven(program);
}

TEST(CudaSpellingLibraryNamesTest, FormatsOfIntegersArePrinted) {
  expect_seven(spelled(R"(
    #include <cinttypes>
    #include <cstdio>
    __global__ void k(int* out) {
      if (*out > 0) printf("%" PRIu32 " of %" PRId64 "\n", uint32_t(1), int64_t(2));
      *out = 7;
    })",
                       {"k"}));
}

/// The sums of a block of 64 threads, of complex numbers, too.
TEST(CudaSpellingLibraryNamesTest, PytorchReducesBlocks) {
  run_spelled<float>(R"(
    #include <torch/extension.h>
    __global__ void k(float* out) {
      using number = c10::complex<float>;
      using part = typename at::scalar_value_type<number>::type;
      __shared__ double room[C10_WARP_SIZE];
      number* const memory = reinterpret_cast<number*>(room);
      __shared__ int counts[C10_WARP_SIZE];
      const number sum = at::native::cuda_utils::BlockReduceSum<number>(
          number(part(threadIdx.x), part(1)), memory);
      const number next = WARP_SHFL_DOWN(number(part(threadIdx.x)), 1);
      const int most = at::native::cuda_utils::BlockReduceMax<int>(int(threadIdx.x), counts);
      if (threadIdx.x == 0) {
        out[0] = sum.real();
        out[1] = sum.imag();
        out[2] = float(most) + next.real();
      }
    })",
                     1, 64, 3, [](const std::vector<float>& out) {
                       EXPECT_THAT(out, testing::ElementsAre(2016, 64, 64));
                     });
}

TEST(CudaSpellingLibraryNamesTest, FunctionsOfThrust) {
  run_spelled<int>(including({"thrust/functional.h"}, R"(
    __global__ void k(int* out) {
      out[0] = thrust::logical_and<>()(3, 4) + thrust::logical_or<bool>()(0, 1);
      out[1] = thrust::logical_not<int>()(0); out[2] = thrust::bit_and<int>()(6, 3);
      out[3] = thrust::bit_or<int>()(6, 3); out[4] = thrust::bit_xor<int>()(6, 3);
      out[5] = thrust::identity<int>()(8); out[6] = thrust::square<int>()(5);
      out[7] = thrust::project2nd<int, int>()(1, 2) + thrust::project1st<int, int>()(1, 2);
    })"),
                   1, 1, 8, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{2, 1, 2, 7, 5, 8, 25, 3}));
                   });
}

/// The set's macros stand for parts of such names.
TEST(CudaSpellingLibraryNamesTest, MacrosNameHeaders) {
  Program program = spelled(including({"library/base.h"}, R"(
    __global__ void k(int* out) { *out = library::twice(4); })"),
                            {"k"});
  const std::string include = "#include";
  program.headers = {{"library/base.h", "#define STD_HEADER(header) <cuda/std/header>\n" + include +
                                            " STD_HEADER(type_traits)\n" + include +
                                            " STD_HEADER(utility)\n" + R"(
    namespace library {
    enum { FP_NAN =
    #define FP_NAN 0
      FP_NAN };
    template <typename T> __device__ cuda::std::enable_if_t<cuda::std::is_integral<T>::value, T>
    twice(T x) { return 2 * x; }
    })"}};
  run_spelled<int>(program, 1, 1, 1,
                   [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 8); });
}

/// Programs for several versions of PyTorch define what it has.
TEST(CudaSpellingLibraryNamesTest, ShufflesOfPytorchMayBeThePrograms) {
  run_spelled<int>(including({"ATen/ATen.h"}, R"(
    template <typename T> __device__ __forceinline__ T
    WARP_SHFL_XOR(T value, int laneMask, int width = warpSize, unsigned int mask = 0xffffffff) {
      return __shfl_xor_sync(mask, value, laneMask, width);
    }
    __global__ void k(int* out) {
      const unsigned width = 32;
      out[threadIdx.x] = WARP_SHFL_XOR(int(threadIdx.x), 1, width);
    })"),
                   1, 32, 32, [](const std::vector<int>& out) {
                     EXPECT_EQ(out[0], 1);
                     EXPECT_EQ(out[31], 30);
                   });
}

}  // namespace
}  // namespace duet::test
