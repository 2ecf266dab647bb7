// Names of duet's that a kernel uses without the header that declares them.

#include "compile_message.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(OwnNameTest, WithoutAnInclude) {
  EXPECT_THAT(message_of("__global__ void k(float* x) { *x = duet::sqrt(*x); }"),
              HasSubstr("\n'sqrt' is declared by #include <duet/device/math.hpp>"));
}

TEST(OwnNameTest, WithAnotherInclude) {
  EXPECT_THAT(message_of("#include <duet/device/half.hpp>\n"
                         "__global__ void k(unsigned* x) { *x = duet::lane(); }"),
              HasSubstr("\n'lane' is declared by #include <duet/device/wave.hpp>"));
  EXPECT_THAT(message_of("#include <duet/device/half.hpp>\n"
                         "__global__ void k(float* x) { duet::complex<float> c; *x = c.re; }"),
              HasSubstr("\n'complex' is declared by #include <duet/device/complex.hpp>"));
  EXPECT_THAT(
      message_of("#include <duet/device/block_reduce.hpp>\n"
                 "__global__ void k(float* x) { *x = duet::block_reduce(*x, duet::ops::Add()); }"),
      HasSubstr("\n'Add' is declared by #include <duet/device/ops/arithmetic.hpp>"));
}

TEST(OwnNameTest, InAVeryLongLine) {
  std::string statements;
  for (int i = 0; i < 20'000; ++i) statements += "*x += 1.0f; ";
  EXPECT_THAT(message_of("__global__ void k(float* x) { " + statements + "*x = duet::sqrt(*x); }"),
              HasSubstr("\n'sqrt' is declared by #include <duet/device/math.hpp>"));
}

TEST(OwnNameTest, Misspelt) {
  EXPECT_THAT(
      message_of("#include <duet/device/half.hpp>\n"
                 "__global__ void k(int* x) { duet::atomicadd(x, 1); }"),
      HasSubstr("\ndid you mean 'atomic_add', which #include <duet/device/atomic.hpp> declares?"));
  EXPECT_THAT(message_of("#include <duet/device/half.hpp>\n"
                         "__global__ void k(int* x) { *x = duet::zzz(1); }"),
              Not(HasSubstr("#include <")));
}

}  // namespace
}  // namespace duet::test
