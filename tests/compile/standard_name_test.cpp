// Names of the host's standard library, and launches, in programs for devices.

#include "compile_message.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(StandardNameTest, TheMessageSaysWhatToWriteInstead) {
  constexpr const char* rule = "is of the host's standard library, which kernels cannot use; ";
  EXPECT_THAT(message_of("__global__ void k(int* x) { std::vector<int> v(3); *x = v[0]; }"),
              HasSubstr(std::string("\n'std::vector' ") + rule + "use plain arrays"));
  EXPECT_THAT(message_of("__global__ void k(float* x) {\n  *x = std::sqrt(*x);\n}"),
              HasSubstr(std::string("\n'std::sqrt' ") + rule + "write the function without std::"));
  EXPECT_THAT(message_of("#include <duet/device/half.hpp>\n"
                         "__global__ void k(int* x) { std::array<int, 3> a{}; *x = a[0]; }"),
              HasSubstr(std::string("\n'std::array' ") + rule + "use duet::array of"));
}

TEST(StandardNameTest, IntegersOfAFixedWidthAreOfDuet) {
  if (std::string(backend_name()) == "HIP") GTEST_SKIP() << "hiprtc declares uint32_t";
  EXPECT_THAT(message_of("__global__ void k(uint32_t* x) { *x = 1; }"),
              HasSubstr("\nkernels have duet::uint32_t: #include <duet/device/integers.hpp>"));
}

TEST(StandardNameTest, LaunchesAreOfTheHost) {
  EXPECT_THAT(message_of("__global__ void k(int* x) {}\n"
                         "__global__ void l(int* x) { k<<<1, 1>>>(x); }"),
              HasSubstr("\nlaunches by <<< >>> are host code"));
}

TEST(StandardNameTest, OtherErrorsGetNoSuchAdvice) {
  EXPECT_THAT(message_of("__global__ void k(int* x) { *x = absent; }  // std::vector"),
              Not(HasSubstr("standard library")));
  EXPECT_THAT(message_of("__global__ void k(int* x) { *x = ; }  // std::vector"),
              Not(testing::AnyOf(HasSubstr("standard library"), HasSubstr("<<<"))));
}

}  // namespace
}  // namespace duet::test
