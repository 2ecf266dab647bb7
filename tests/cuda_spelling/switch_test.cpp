// CompileOptions::cuda_headers: what it adds, and what it refuses.

#include <duet/cache.hpp>

#include "spelling_program.hpp"
#include "support/cache_folder.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* asks_for_macros = R"(
  #include <cuda_runtime.h>
  #include "device_launch_parameters.h"
  #include <cstdint>
  #if !defined(__CUDACC__) || !defined(__CUDACC_RTC__) || !defined(__CUDA_ARCH__)
  #error "not as in CUDA"
  #endif
  static_assert(CUDART_VERSION == VERSION, "");
  __global__ void k(uint32_t* x) { x[threadIdx.x] = warpSize + T + sizeof(uint) + __CUDA_ARCH__; }
)";

void compile_everywhere(const Program& program) {
  for (const std::string& architecture : spelled_architectures()) {
    EXPECT_NO_THROW((void)compile(program, architecture)) << architecture;
  }
}
std::string message_of(const Program& program) {
  return error_of([&] { (void)compile(program, spelled_architectures().front()); }).what();
}

TEST(CudaSpellingSwitchTest, ProvidesHeadersAndMacros) {
  Program program = spelled(asks_for_macros, {"k"});
  // The macro T does not change the headers; the runtime's version does.
  program.options.defines = {"T=1", "VERSION=11080", "CUDART_VERSION=11080"};
  compile_everywhere(program);
}

TEST(CudaSpellingSwitchTest, ProgramsForBothVendorsTakeTheBranchesOfCuda) {
  compile_everywhere(spelled(R"(
    #if defined(__HIP_PLATFORM_AMD__) || defined(__HIP_PLATFORM_HCC__) || defined(__HIPCC__) || \
        defined(__HIP__) || defined(__HIP_DEVICE_COMPILE__) || defined(__HIPCC_RTC__)
    #error "the branch for HIP"
    #else
    #include <cuda_fp16.h>
    #endif
    #include <duet/device/block_reduce.hpp>
    #include <duet/device/ops/arithmetic.hpp>
    __global__ void k(__half* x) { *x = duet::block_reduce(int(threadIdx.x), duet::ops::Add()); }
  )",
                             {"k"}));
}

TEST(CudaSpellingSwitchTest, LinesKeepTheirNumbers) {
  Program program = spelled("#include <cuda.h>\n__global__ void k() { unknown(); }", {"k"});
  program.options.defines = {"A=1"};
  const std::string message = message_of(program);
  EXPECT_THAT(message, testing::AnyOf(HasSubstr("spelled.cu:2"), HasSubstr("spelled.cu(2)")));
  EXPECT_THAT(message, Not(HasSubstr("duet/spelling")));
}

TEST(CudaSpellingSwitchTest, TheToolkitsHeadersAreNeverMixedIn) {
  Program program = spelled("__global__ void k() {}", {"k"});
  program.options.toolkit_headers = true;
  program.options.toolkit_dir = ::testing::TempDir();
  const Error error = error_of([&] { (void)compile(program, spelled_architectures().front()); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("choose one of them"));
}

TEST(CudaSpellingSwitchTest, AMissingHeaderNamesSimilarOnes) {
  EXPECT_THAT(message_of(spelled("#include <cuda_runtime_ap.h>\n__global__ void k() {}", {"k"})),
              HasSubstr("'cuda_runtime_ap.h' was not found: it is not one of the headers of "
                        "CompileOptions::cuda_headers (--cuda-headers). If kernels need nothing of "
                        "it, an empty one in Program::headers (--header NAME=FILE) will do; there "
                        "is: cuda_runtime_api.h"));
  EXPECT_THAT(
      message_of(spelled("#include <no_such_header.h>\n__global__ void k() {}", {"k"})),
      testing::AllOf(HasSubstr("cuda_runtime.h"), HasSubstr("cstdint"), HasSubstr(", cub/…, ")));
}

TEST(CudaSpellingSwitchTest, WithoutTheSwitchNothingIsAdded) {
  Program program = spelled("#include <cuda_fp16.h>\n__global__ void k() {}", {"k"});
  program.options.cuda_headers = false;
  EXPECT_THAT(message_of(program), HasSubstr("CompileOptions::cuda_headers"));
}

/// Files with their host functions: headers of the host, functions marked __host__, placement new.
TEST(CudaSpellingSwitchTest, PartsForTheHostAreParsed) {
  if (compiler_description().find("hip_on_cuda") != std::string::npos) {
    GTEST_SKIP() << "NVRTC needs an option for them";
  }
  compile_everywhere(spelled(R"(
    #include <chrono>
    #include <cublas_v2.h>
    #include <iostream>
    #include <new>
    #include <sys/time.h>
    #include <thrust/device_vector.h>
    using namespace std;
    using namespace std::chrono;
    struct Pair {
      float x;
      __host__ Pair(float a, float b) : x(a + b) {}
      __device__ Pair() : x(2) {}
    };
    __host__ inline float twice(float x) { return 2 * x; }
    __global__ void k(float* out, cudaPitchedPtr p) {
      alignas(Pair) char place[sizeof(Pair)];
      const Pair* pair = new (place) Pair();
      out[p.pitch] = pair->x + __half2float(__float2half(max(1.0f, out[1])));
    })",
                             {"k"}));
}

TEST(CudaSpellingSwitchTest, UnknownNamesAreExplained) {
  const auto told = [](const std::string& statement, bool cuda_headers) {
    Program program = spelled("__global__ void k(int* x) { " + statement + " }", {"k"});
    program.options.cuda_headers = cuda_headers;
    return message_of(program);
  };
  EXPECT_THAT(told("cudaDeviceSynchronize();", true), HasSubstr("CUDA's interface for the host"));
  EXPECT_THAT(told("__h_unknown(x);", true), HasSubstr("'__h_unknown' is not one of the built-in"));
  EXPECT_THAT(told("__nv_bfloat16 h;", true), HasSubstr("#include <cuda_bf16.h>"));
  EXPECT_THAT(told("__nv_bfloat16 h;", false), HasSubstr("--cuda-headers"));
}

/// Files for nvcc may define nothing where they are compiled at run time.
/// The headers need C++17, as which older programs compile.
TEST(CudaSpellingSwitchTest, OlderStandardsAreTaken) {
  for (const int standard : {11, 14}) {
    Program program = spelled(R"(
      #include <cuda_fp16.h>
      __global__ void k(int* out) {
        register int x = 7;
        *out = __popc(x) + int(__half2float(__float2half(2)));
      })",
                              {"k"});
    program.options.standard = standard;
    run_spelled<int>(program, 1, 1, 1,
                     [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 5); });
  }
}

TEST(CudaSpellingSwitchTest, ProgramsThatOnlyCompileAheadOfTimeCompile) {
  Program program = spelled(R"(
    #ifndef __CUDACC_RTC__
    struct Table { __device__ static int value() { return 5; } };
    #endif
    __global__ void k(int* out) { *out = Table::value(); })",
                            {"k"});
  run_spelled<int>(program, 1, 1, 1,
                   [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 5); });
  program.options.defines = {"__CUDACC_RTC__=1"};
  EXPECT_THAT(error_of([&] { (void)compile(program, spelled_architectures().front()); }).what(),
              HasSubstr("Table"));
}

using CudaSpellingCacheTest = DeviceTest;

TEST_F(CudaSpellingCacheTest, TheSwitchIsPartOfTheKey) {
  const CacheFolder folder;
  const Device device(0);
  Program program =
      spelled("__global__ void k(int* x) {\n#ifdef __CUDACC_RTC__\n*x = 1;\n#endif\n}", {"k"});
  (void)jit(device, program);
  const auto before = cache_statistics().misses;
  program.options.cuda_headers = false;
  (void)jit(device, program);
  EXPECT_EQ(cache_statistics().misses, before + 1);
}

}  // namespace
}  // namespace duet::test
