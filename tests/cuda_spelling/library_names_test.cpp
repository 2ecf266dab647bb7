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

/// The standard library knows no floating-point types of 16 bits; libcu++ does.
TEST(CudaSpellingLibraryNamesTest, LimitsOfHalves) {
  run_spelled<float>(including({"cuda/std/limits", "limits", "cuda_fp16.h", "cuda_bf16.h"}, R"(
    struct Own { int x; };
    __global__ void k(float* out) {
      static_assert(!std::numeric_limits<Own>::is_specialized, "");
      out[0] = float(std::numeric_limits<half>::epsilon());
      out[1] = float(cuda::std::numeric_limits<__half>::max());
      out[2] = float(cuda::std::numeric_limits<__nv_bfloat16>::epsilon());
      out[3] = float(cuda::std::numeric_limits<int>::max() == std::numeric_limits<int>::max());
      out[4] = float(std::numeric_limits<Own>::max().x);
    })"),
                     1, 1, 5, [](const std::vector<float>& out) {
                       EXPECT_EQ(out, (std::vector<float>{0, 65504, 0.0078125f, 1, 0}));
                     });
}

TEST(CudaSpellingLibraryNamesTest, StateOfPytorchsGenerator) {
  run_spelled<int>(including({"ATen/cuda/CUDAGeneratorImpl.h", "ATen/cuda/CUDAGraphsUtils.cuh"}, R"(
    struct Parameters { at::PhiloxCudaState philox; };
    __global__ void k(int* out) {
      Parameters parameters;
      parameters.philox = at::PhiloxCudaState(3, 4);
      auto seeds = at::cuda::philox::unpack(parameters.philox);
      out[0] = int(std::get<0>(seeds));
      out[1] = int(std::get<1>(seeds));
      int64_t seed = 5, offset = 6;
      const auto [first, second] = at::cuda::philox::unpack({&seed, &offset, 7});
      out[2] = int(first);
      out[3] = int(second);
    })"),
                   1, 1, 4, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{3, 4, 5, 13}));
                   });
}

TEST(CudaSpellingLibraryNamesTest, ClassesOfPytorchsScripts) {
  run_spelled<int>(including({"torch/custom_class.h", "ATen/ATen.h"}, R"(
    struct Camera : torch::CustomClassHolder { int width = 7; };
    __global__ void k(int* out) {
      Camera camera;
      out[0] = camera.width;
      const c10::BFloat16* number = reinterpret_cast<c10::BFloat16*>(out + 2);
      out[1] = 1 + int(float(__ldg(number)));
    })"),
                   1, 1, 3, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{7, 1, 0}));
                   });
}

/// cub/cub.cuh has libcu++'s functions, and operations may take references.
TEST(CudaSpellingLibraryNamesTest, OperationsOfCubsHeaders) {
  run_spelled<int>(including({"cub/cub.cuh"}, R"(
    __host__ __device__ auto greatest() { return cuda::maximum(); }
    struct Difference {
      template <typename T> __device__ T operator()(T& a, T& b) { return a - b; }
    };
    __global__ void k(int* out) {
      using Reduce = cub::BlockReduce<int, 32>;
      using Differences = cub::BlockAdjacentDifference<int, 32>;
      __shared__ Reduce::TempStorage first;
      __shared__ Differences::TempStorage second;
      int numbers[1] = {int(threadIdx.x * threadIdx.x)};
      const int most = Reduce(first).Reduce(numbers[0], greatest());
      Differences(second).SubtractLeft(numbers, numbers, Difference());
      out[threadIdx.x] = threadIdx.x == 0 ? most : numbers[0];
    })"),
                   1, 32, 32, [](const std::vector<int>& out) {
                     EXPECT_EQ(out[0], 31 * 31);
                     EXPECT_EQ(out[31], 31 * 31 - 30 * 30);
                   });
}

}  // namespace
}  // namespace duet::test
