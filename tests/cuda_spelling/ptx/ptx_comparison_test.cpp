// Inline PTX: comparisons, results that are limited or rounded, video instructions.

#include "cuda_spelling/spelling_program.hpp"

namespace duet::test {
namespace {

using Values = std::vector<unsigned>;

TEST(CudaSpellingPtxTest, Comparisons) {
  constexpr const char* source = R"(
    __global__ void k(unsigned* out) {
      const float nan = __int_as_float(0x7fffffff), one = 1.0f;
      const int a = -3, b = 4;
      asm("set.lt.u32.s32 %0, %1, %2;" : "=r"(out[0]) : "r"(a), "r"(b));
      asm("set.lt.u32.u32 %0, %1, %2;" : "=r"(out[1]) : "r"(a), "r"(b));
      float f;
      asm("set.ltu.f32.f32 %0, %1, %2;" : "=f"(f) : "f"(one), "f"(nan));
      out[2] = unsigned(f);
      asm("set.ne.f32.f32 %0, %1, %2;" : "=f"(f) : "f"(one), "f"(nan));
      out[3] = unsigned(f);
      asm("{ .reg .pred p, q, r; .reg .u32 t;\n"
          "  setp.gt.s32 r, %2, 0;\n"
          "  setp.lt.and.s32 p|q, %1, %2, r;\n"
          "  selp.u32 %0, 1, 0, p;\n"
          "  selp.u32 t, 2, 0, q;\n"
          "  add.u32 %0, %0, t; }" : "=r"(out[4]) : "r"(a), "r"(b));
      asm("{ .reg .pred p; setp.neu.f32 p, %1, %1; selp.u32 %0, 1, 0, p; }"
          : "=r"(out[5]) : "f"(nan));
      asm("slct.f32.s32 %0, %1, %2, %3;" : "=f"(f) : "f"(5.0f), "f"(6.0f), "r"(a));
      out[6] = unsigned(f);
      asm("{ .reg .pred p; testp.subnormal.f32 p, %1; selp.u32 %0, 1, 0, p; }"
          : "=r"(out[7]) : "f"(1e-40f));
      asm("{ .reg .pred p; testp.infinite.f64 p, %1; selp.u32 %0, 1, 0, p; }"
          : "=r"(out[8]) : "d"(1.0 / 0.0));
      asm("{ .reg .pred p; testp.number.f32 p, %1; selp.u32 %0, 1, 0, p; }"
          : "=r"(out[9]) : "f"(nan));
      asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
          : "=r"(out[10]) : "r"(7));
    })";
  run_spelled<unsigned>(source, 1, 1, 11, [](const Values& out) {
    EXPECT_EQ(out, (Values{~0u, 0, 1, 0, 1, 1, 6, 1, 1, 0, 1}));
  });
}

TEST(CudaSpellingPtxTest, LimitedAndDirectedResults) {
  constexpr const char* source = R"(
    __global__ void k(unsigned* out) {
      const float big = 16777216.0f, one = 1.0f;
      float f;
      asm("add.rz.f32 %0, %1, %2;" : "=f"(f) : "f"(big), "f"(3.0f));
      out[0] = unsigned(f) - 16777216u;
      asm("add.rp.f32 %0, %1, %2;" : "=f"(f) : "f"(big), "f"(one));
      out[1] = unsigned(f) - 16777216u;
      asm("mul.sat.f32 %0, %1, %2;" : "=f"(f) : "f"(3.0f), "f"(one));
      out[2] = unsigned(f);
      asm("fma.rn.sat.f32 %0, %1, %2, %1;" : "=f"(f) : "f"(-3.0f), "f"(one));
      out[3] = unsigned(f);
      asm("add.sat.s32 %0, %1, %2;" : "=r"(out[4]) : "r"(0x7ffffff0), "r"(100));
      asm("sub.sat.s32 %0, %1, %2;" : "=r"(out[5]) : "r"(-0x7ffffff0), "r"(100));
      asm("cvt.rn.relu.f16x2.f32 %0, %1, %2;" : "=r"(out[6]) : "f"(-2.0f), "f"(1.5f));
      asm("fma.rn.relu.f16x2 %0, %1, %2, %3;"
          : "=r"(out[7]) : "r"(0x40003c00), "r"(0xbc003c00), "r"(0x3c003c00));
      asm("dp2a.lo.u32.u32 %0, %1, %2, %3;"
          : "=r"(out[8]) : "r"(0x00020003), "r"(0x0102), "r"(10));
      asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(out[9]) : "r"(4), "r"(8));
      asm("szext.clamp.s32 %0, %1, %2;" : "=r"(out[10]) : "r"(0x1fu), "r"(5));
    })";
  run_spelled<unsigned>(source, 1, 1, 11, [](const Values& out) {
    EXPECT_EQ(out, (Values{2, 2, 1, 0, 0x7fffffff, 0x80000000, 0x3e00, 0x4000, 18, 0xff0, ~0u}));
  });
}

TEST(CudaSpellingPtxTest, VideoInstructions) {
  constexpr const char* source = R"(
    __global__ void k(unsigned* out) {
      const unsigned a = 0x10f00580, b = 0x20200670, c = 7;
      asm("vadd.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(out[0]) : "r"(1), "r"(2), "r"(c));
      asm("vsub.s32.u32.u32.sat %0, %1, %2;" : "=r"(out[1]) : "r"(0), "r"(0xffffffffu));
      asm("vabsdiff.u32.s32.s32.add %0, %1, %2, %3;" : "=r"(out[2]) : "r"(-3), "r"(4), "r"(c));
      asm("vshl.u32.u32.u32.clamp.add %0, %1, %2, %3;" : "=r"(out[3]) : "r"(5), "r"(33), "r"(c));
      asm("vshr.u32.u32.u32.wrap.add %0, %1, %2, %3;" : "=r"(out[4]) : "r"(80), "r"(36), "r"(c));
      asm("vset.s32.s32.lt.add %0, %1, %2, %3;" : "=r"(out[5]) : "r"(-1), "r"(0), "r"(c));
      asm("vadd4.u32.u32.u32.sat %0, %1, %2, %3;" : "=r"(out[6]) : "r"(a), "r"(b), "r"(0));
      asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(out[7]) : "r"(a), "r"(b), "r"(c));
      asm("vmax4.s32.s32.s32 %0, %1, %2, %3;" : "=r"(out[8]) : "r"(a), "r"(b), "r"(0));
      asm("vavrg2.u32.u32.u32 %0, %1, %2, %3;" : "=r"(out[9]) : "r"(a), "r"(b), "r"(0));
      asm("vmin.s32.s32.s32.max %0, %1, %2, %3;" : "=r"(out[10]) : "r"(-5), "r"(3), "r"(-7));
      asm("vsub2.s32.s32.s32 %0, %1, %2, %3;" : "=r"(out[11]) : "r"(a), "r"(b), "r"(0));
      asm("vadd.s32.s32.u32 %0, %1.h0, %2.b1;" : "=r"(out[12]) : "r"(0x1234fff0), "r"(0x8000));
      asm("vmax.u32.u32.u32.add %0, %1.b3, %2.h1, %3;"
          : "=r"(out[13]) : "r"(a), "r"(b), "r"(c));
      asm("vadd.u32.u32.u32 %0.h0, %1.h1, 0, %2;"
          : "=r"(out[14]) : "r"(0x12345678), "r"(0xabcdef01));
      asm("vsub.s32.u32.u32 %0.b2, %1, %2, %3;"
          : "=r"(out[15]) : "r"(5), "r"(7), "r"(0x11223344));
    })";
  run_spelled<unsigned>(source, 1, 1, 16, [](const Values& out) {
    EXPECT_EQ(out, (Values{10, 0x80000000, 14, 7, 12, 8, 0x30ff0bf0, 0x10 + 0xd0 + 1 + 0x10 + 7,
                           0x20200670, 0x188805f8, 0xfffffffb, 0xf0d0ff10, 0x70, 0x2027, 0xabcd1234,
                           0x11fe3344}));
  });
}

}  // namespace
}  // namespace duet::test
