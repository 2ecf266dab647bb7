// A kernel is compiled without the parts of the language that it does not use, which saves time.

#include <string>

#include "support/device_test.hpp"
#include "watched_compiler.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using LeanPreludeTest = DeviceTest;

/// @returns the text that the compiler gets
std::string text_of(const std::string& source) {
  const WatchedCompiler compiler;
  (void)compile({.source = source}, Device(0));
  return compiler.text();
}

TEST_F(LeanPreludeTest, UnusedPartsAreLeftOut) {
  const std::string plain = text_of(R"(
    template <typename T> __global__ void add(T* x, const T* y, int n) {
      static_assert(sizeof(T) > 1, "wide");
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      while (i < n) {
        x[i] += static_cast<decltype(x[i] + y[i])>(y[i]);
        i += gridDim.x * blockDim.x;
      }
    }
    template __global__ void add<float>(float*, const float*, int);)");
  EXPECT_THAT(plain,
              AllOf(HasSubstr("prelude/builtins.hpp"), Not(HasSubstr("prelude/waves.hpp")),
                    Not(HasSubstr("prelude/atomics.hpp")), Not(HasSubstr("prelude/math.hpp")),
                    Not(HasSubstr("prelude/intrinsics.hpp"))));
}

TEST_F(LeanPreludeTest, UsedPartsStay) {
  const std::string root = text_of("__global__ void root(float* x) { *x = sqrtf(*x); }");
  EXPECT_THAT(root, AllOf(HasSubstr("prelude/math.hpp"), Not(HasSubstr("prelude/atomics.hpp"))));
  const std::string count = text_of("__global__ void count(int* x) { atomicAdd(x, __popc(7)); }");
  EXPECT_THAT(count, AllOf(HasSubstr("prelude/atomics.hpp"), HasSubstr("prelude/intrinsics.hpp"),
                           Not(HasSubstr("prelude/math.hpp"))));
}

}  // namespace
}  // namespace duet::test
