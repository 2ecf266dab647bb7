// Programs that NVRTC can compile with --minimal, and programs that need the whole language.

#include <gmock/gmock.h>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

class MinimalLanguageTest : public testing::Test {
 protected:
  static Code code_of(const Program& program) {
    return compile(program, supported_architectures().back());
  }
  /// The program without --minimal: a comment contains a word of the omitted part.
  static Program plain(Program program) {
    program.source += "// cuda\n";
    return program;
  }
};

TEST_F(MinimalLanguageTest, CodeIsTheSame) {
  const char* const sources[] = {
      R"(#include <duet/device/block.hpp>
         #include <duet/device/ops/binary.hpp>
         template <typename T> __global__ void k(T* x) {
           __shared__ T kept[32];
           kept[threadIdx.x % 32] = x[threadIdx.x];
           __syncthreads();
           x[threadIdx.x] = duet::block_reduce(kept[threadIdx.y % 32], duet::ops::Add{});
           if (x[0] == T(0)) printf("%f\n", double(__sinf(float(x[1]))));
           atomicAdd(x, T(1));
         })",
      R"(__constant__ float table[4];
         __device__ double sum;
         template <typename T> __global__ void k(T* x) {
           assert(blockIdx.x < 4);
           const float4 v = make_float4(1, 2, 3, table[threadIdx.x & 3]);
           const dim3 size(v.x, v.y);
           sum += __dadd_rn(norm3d(v.x, v.y, size.z), __popcll(clock64()) * atomicCAS((int*)x, 1, 2));
         })"};
  for (const char* source : sources) {
    const Program program{.name = "k.cu", .source = source, .kernels = {"k<float>"}};
    const Code code = code_of(program), whole = code_of(plain(program));
    EXPECT_EQ(code.bytes, whole.bytes) << source;
    EXPECT_EQ(code.lowered_names, whole.lowered_names);
    EXPECT_EQ(code.log, whole.log);
  }
}

TEST_F(MinimalLanguageTest, MessagesAreTheSame) {
  Program program{.name = "wrong.cu", .source = "__global__ void k() { int unused; absent(); }\n"};
  const auto log_of = [](const Program& wrong) {
    return error_of([&] { (void)code_of(wrong); }).log();
  };
  EXPECT_THAT(log_of(program), HasSubstr("wrong.cu(1): error: identifier \"absent\""));
  EXPECT_EQ(log_of(program), log_of(plain(program)));
  program.source = "__global__ void k() { int unused; }\n";
  EXPECT_EQ(code_of(program).log, code_of(plain(program)).log);
}

TEST_F(MinimalLanguageTest, ProgramsThatNeedTheWholeLanguageCompile) {
  const char* const sources[] = {
      "__global__ void k(cudaTextureObject_t t, float* x) { *x = tex2D<float>(t, 1, 2); }\n",
      "__global__ void k(cudaSurfaceObject_t s) { surf2Dwrite(1.0f, s, 4, 8); }\n",
      "__device__ cudaError_t error;\n__global__ void k() { error = cudaErrorInvalidValue; }\n",
      "__global__ void k(CUuuid* id, int* x) { *x = id->bytes[1]; }\n",
      "__global__ void k(int* x) { *x = MAJOR_VERSION + PATCH_LEVEL; }\n",
      "#ifdef __CUDACC_RTC_MINIMAL__\n#error less\n#endif\n__global__ void k() {}\n"};
  for (const char* source : sources) {
    EXPECT_NO_THROW((void)code_of({.name = "k.cu", .source = source})) << source;
  }
}

TEST_F(MinimalLanguageTest, ProgramsThatPasteNamesCompile) {
  const Program program{.name = "k.cu",
                        .source =
                            "#define VENDOR(name) cu##da##name\n"
                            "__device__ VENDOR(Error_t) error;\n__global__ void k() {}\n"};
  EXPECT_NO_THROW((void)code_of(program));
}

TEST_F(MinimalLanguageTest, NamesInExpressionsMacrosAndHeadersCompile) {
  const std::string kernel = "template <typename T> __global__ void k(T) {}\n";
  const Program by_kernel{.name = "k.cu", .source = kernel, .kernels = {"k<cudaTextureObject_t>"}};
  EXPECT_NO_THROW((void)code_of(by_kernel));
  const Program by_macro{.name = "k.cu",
                         .source = "__global__ void k(TYPE) {}\n",
                         .options = {.defines = {"TYPE=cudaArray_t"}}};
  EXPECT_NO_THROW((void)code_of(by_macro));
  const Program by_header{.name = "k.cu",
                          .source = "#include \"type.hpp\"\n__global__ void k(Type) {}\n",
                          .headers = {{"type.hpp", "using Type = cudaStream_t;\n"}}};
  EXPECT_NO_THROW((void)code_of(by_header));
}

}  // namespace
}  // namespace duet::test
