// Inline PTX: what it computes on every target, and the error for instructions that are not known.

#include "cuda_spelling/spelling_program.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using Values = std::vector<unsigned>;

TEST(CudaSpellingPtxTest, InstructionsOnWords) {
  constexpr const char* source = R"(
    __device__ unsigned bits(unsigned x, unsigned at, unsigned count) {
      unsigned field;
      asm("bfe.u32 %0, %1, %2, %3;" : "=r"(field) : "r"(x), "r"(at), "r"(count));
      return field;
    }
    __global__ void k(unsigned* out) {
      const unsigned a = 0xdeadbeefu, b = 0x12345678u, c = 0x0f0f0f0fu;
      out[0] = bits(a, 8, 8);
      asm("bfe.s32 %0, %1, 12, 4;" : "=r"(out[1]) : "r"(int(a)));
      asm("bfi.b32 %0, %1, %2, 4, 8;" : "=r"(out[2]) : "r"(b), "r"(a));
      asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(out[3]) : "r"(a), "r"(b), "r"(c));
      asm("prmt.b32 %0, %1, %2, 0x5d90;" : "=r"(out[4]) : "r"(a), "r"(b));
      asm("{\n\t"
          ".reg .pred p;\n\t"
          ".reg .u32 t;\n\t"
          "setp.gt.u32 p, %1, %2;\n\t"
          "add.u32 t, %1, 1;\n\t"
          "selp.b32 %0, t, %2, p;\n\t"
          "@p add.u32 %0, %0, 2;\n\t"
          "}" : "=r"(out[5]) : "r"(a), "r"(b));
      unsigned long long wide;
      asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(a), "r"(b));
      out[6] = unsigned(wide >> 32);
      asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(out[7]) : "r"(3), "r"(-4), "r"(5));
      asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(out[8]) : "r"(a), "r"(b), "r"(12));
      float f;
      asm("fma.rn.f32 %0, %1, %2, 0f3F800000;" : "=f"(f) : "f"(2.0f), "f"(3.0f));
      out[9] = unsigned(f);
      asm("cvt.rni.s32.f32 %0, %1;" : "=r"(out[10]) : "f"(2.5f));
      unsigned short h;
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(1.5f));
      out[11] = h;
      unsigned value = 41;
      asm volatile("add.u32 %0, %0, 1;" : "+r"(value));
      out[12] = value;
      asm("xor.b32 %0, %1, %2;" : "=r"(out[13]) : "r"(a), "r"(b));
      asm("vote.sync.ballot.b32 %0, 1, 0xffffffff;" : "=r"(out[14]));
      __asm__ __volatile__("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;"
                           : "=r"(out[15]) : "r"(300), "r"(-2), "r"(b));
      asm("add.cc.u32 %0, %2, %3;  addc.cc.u32 %1, %2, 0xffffffff;  addc.u32 %1, %1, 0;"
          : "=r"(out[16]), "=r"(out[17]) : "r"(a), "r"(~0u));
      asm("sub.cc.u32 %0, %2, %3;  subc.u32 %1, %3, %2;"
          : "=r"(out[18]), "=r"(out[19]) : "r"(b), "r"(a));
      asm("mad.lo.cc.u32 %0, %2, %3, %2;  madc.hi.u32 %1, %2, %3, 1;"
          : "=r"(out[20]), "=r"(out[21]) : "r"(a), "r"(b));
      asm("vmin.s32.s32.s32.max %0, %1, %2, %3;" : "=r"(out[22]) : "r"(a), "r"(b), "r"(7));
      asm("vmax.u32.u32.u32.min %0, %1, %2, %3;" : "=r"(out[23]) : "r"(a), "r"(b), "r"(c));
      unsigned short parts[4];
      asm("mov.b64 {%0, %1, %2, %3}, %4;"
          : "=h"(parts[0]), "=h"(parts[1]), "=h"(parts[2]), "=h"(parts[3]) : "l"(0x4000300020001ull));
      asm("mov.b64 %0, {%4, %3, %2, %1};"
          : "=l"(wide) : "h"(parts[0]), "h"(parts[1]), "h"(parts[2]), "h"(parts[3]));
      out[24] = unsigned(wide);
      out[25] = unsigned(wide >> 32);
      asm("cvt.pack.sat.u4.s32.b32 %0, %1, %2, 0x1234567;" : "=r"(out[26]) : "r"(-5), "r"(9));
      asm("cvt.pack.sat.s4.s32.b32 %0, %1, %2, %3;" : "=r"(out[27]) : "r"(-5), "r"(9), "r"(b));
      asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(out[28]) : "r"(256), "r"(-2), "r"(b));
      asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(out[29]) : "r"(-40000), "r"(70000));
    })";
  run_spelled<unsigned>(source, 1, 1, 30, [](const Values& out) {
    const unsigned a = 0xdeadbeefu;
    const unsigned b = 0x12345678u;
    const unsigned c = 0x0f0f0f0fu;
    const Values expected{0xbe,
                          0xfffffffbu,
                          (a & 0xfffff00fu) | ((b & 0xffu) << 4),
                          a ^ b ^ c,
                          0x5600ffefu,
                          a + 3,
                          static_cast<unsigned>((std::uint64_t{a} * b) >> 32),
                          static_cast<unsigned>(-7),
                          (b << 12) | (a >> 20),
                          7,
                          2,
                          0x3e00,
                          42,
                          a ^ b,
                          1,
                          0x56787ffeu,
                          a - 1,
                          a + 1,
                          b - a,
                          a - b - 1,
                          static_cast<unsigned>(std::uint64_t{a} * b + a),
                          static_cast<unsigned>((std::uint64_t{a} * b + a) >> 32) + 1,
                          7,
                          c,
                          0x30004,
                          0x10002,
                          0x23456709,
                          0x345678b7,
                          0x5678ff00,
                          0x80007fff};
    EXPECT_EQ(out, expected);
  });
}

TEST(CudaSpellingPtxTest, StatementsAreArgumentsOfMacros) {
  run_spelled<unsigned>(R"(
    #define BODY(type, statement) type out = 0; statement; return out
    #define DEFINE(name, type, from, statement) __device__ type name(from u) { BODY(type, statement); }
    DEFINE(limited, unsigned, short, asm("cvt.sat.u8.s16 %0, %1;" : "=r"(out) : "h"(u)))
    DEFINE(joined, unsigned, int, asm volatile("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(out) : "r"(u), "r"(7)))
    __global__ void k(unsigned* out) {
      out[0] = limited(300);
      out[1] = joined(3);
    })",
                        1, 1, 2, [](const Values& out) {
                          EXPECT_EQ(out, (Values{255, 0x70003}));
                        });
}

TEST(CudaSpellingPtxTest, MemoryAndCopies) {
  constexpr const char* source = R"(
    __global__ void k(unsigned* out) {
      __shared__ alignas(16) unsigned tile[64];
      const unsigned t = threadIdx.x;
      unsigned x, y;
      asm volatile("st.global.v2.u32 [%0], {%1, %2};" :: "l"(out + 2 * t), "r"(t), "r"(t * t) : "memory");
      __syncthreads();
      asm volatile("ld.global.nc.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(out + 2 * (31 - t)));
      const unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[2 * t]));
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(place), "l"(out + 2 * t), "n"(8));
      asm volatile("cp.async.commit_group;");
      asm volatile("cp.async.wait_group %0;" :: "n"(0));
      __syncthreads();
      unsigned z;
      asm volatile("ld.shared.u32 %0, [%1+4];" : "=r"(z) : "r"(place));
      out[64 + t] = x + 1000 * y;
      out[96 + t] = z + tile[2 * (t ^ 1)];
      asm volatile("red.global.add.u32 [%0], %1;" :: "l"(out + 128), "r"(t) : "memory");
    })";
  run_spelled<unsigned>(source, 1, 32, 129, [](const Values& out) {
    for (unsigned t = 0; t < 32; ++t) {
      const unsigned other = 31 - t;
      EXPECT_EQ(out[64 + t], other + 1000 * other * other) << t;
      EXPECT_EQ(out[96 + t], t * t + (t ^ 1u)) << t;
    }
    EXPECT_EQ(out[128], 496u);
  });
}

/// Headers have functions for instructions of newer GPUs that a program does not name; others do
/// not want all results.
TEST(CudaSpellingPtxTest, OperandsMayBeRestrictedPointers) {
  run_spelled<int>(R"(
    __device__ void copy(const int* __restrict__ from, int* __restrict__ to, unsigned i) {
      asm("{ .reg .u64 o; mul.wide.u32 o, %1, 4; add.u64 %0, %0, o; }" : "+l"(from) : "r"(i));
      asm("mad.wide.u32 %0, %1, 4, %2;" : "=l"(to) : "r"(i), "l"(to));
      *to = *from;
    }
    __global__ void k(int* out) {
      out[threadIdx.x] = 10 * threadIdx.x;
      copy(out, out + 4, threadIdx.x);
    })",
                   1, 4, 8, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{0, 10, 20, 30, 0, 10, 20, 30}));
                   });
}

TEST(CudaSpellingPtxTest, InstructionsThatNoKernelReachesMayBeUnknown) {
  constexpr const char* source = R"(
    __device__ inline void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
    __device__ inline void arrive() { fence(); asm volatile("wgmma.commit_group.sync.aligned;"); }
    template <typename T> __device__ inline void wait(T n) {
      asm volatile("wgmma.wait_group.sync.aligned %0;" :: "r"(n));
    }
    template <typename T> __device__ inline void finish(T n) { wait(n); }
    #define PART(bits) ".b" #bits
    __device__ inline unsigned upper(unsigned long long x) {
      unsigned high;
      asm("mov" PART(64) "{_, %0}, %1;" : "=r"(high) : "l"(x));
      return high;
    }
    __global__ void k(unsigned* out) { out[threadIdx.x] = upper(7ull << 32 | threadIdx.x); })";
  run_spelled<unsigned>(source, 1, 2, 2, [](const Values& out) { EXPECT_EQ(out, (Values{7, 7})); });
}

/// With and without a semicolon, on one line and on several.
TEST(CudaSpellingPtxTest, MacrosAreTranslated) {
  constexpr const char* source = R"(
    #define MAD(to, a, b) asm volatile("mad.lo.u32 %0, %1, %2, %0;" : "+r"(to) : "r"(a), "r"(b))
    #define TWICE(to, a)                              \
      do {                                            \
        asm("{ .reg .u32 t;\n"                        \
            "  add.u32 t, %1, %1;\n"                  \
            "  mov.u32 %0, t; }"                      \
            : "=r"(to)                                \
            : "r"(a));                                \
        if (__LINE__ == 11) to += 1000;               \
      } while (0)
    __global__ void k(unsigned* out) {
      unsigned x = threadIdx.x, y, one;
      MAD(x, 3u, x + 1);
      TWICE(y, x);
      asm("mov.u32 %0, %%smid;" : "=r"(one));
      asm("mov.u32 %0, %%nsmid;" : "=r"(x));
      if (__LINE__ != 18) y += 1000;
      out[threadIdx.x] = one < x ? y : 1u;
    })";
  run_spelled<unsigned>(source, 1, 32, 32, [](const Values& out) {
    for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], 2 * (t + 3 * (t + 1))) << t;
  });
}

/// In one function, by macros, and in functions for one statement each.
TEST(CudaSpellingPtxTest, StatementsHandOnTheCarry) {
  run_spelled<unsigned>(
      R"(
    #define ADD_CC(r, a, b) asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b))
    #define ADDC(r, a, b) asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b))
    #define ADD_LONG(high, low, a, b) do { ADD_CC(low, a, b); ADDC(high, 0, 0); } while (0)
    __device__ unsigned sub_cc(unsigned a, unsigned b) {
      unsigned r;
      asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
      return r;
    }
    __device__ unsigned subc(unsigned a, unsigned b) {
      unsigned r;
      asm volatile("subc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
      return r;
    }
    __global__ void k(unsigned* out) {
      unsigned* mine = out + threadIdx.x * 6;
      const unsigned x = 0xffffffffu - threadIdx.x % 2;
      ADD_CC(mine[0], x, 1);
      ADDC(mine[1], 5, 0);
      ADD_LONG(mine[2], mine[3], x, 2);
      mine[4] = sub_cc(threadIdx.x % 2, 1);
      mine[5] = subc(5, 0);
    })",
      1, 40, 240, [](const Values& out) {
        for (unsigned thread = 0; thread < 40; ++thread) {
          const unsigned odd = thread % 2;
          const Values mine(out.begin() + thread * 6, out.begin() + thread * 6 + 6);
          EXPECT_THAT(mine,
                      testing::ElementsAre(0u - odd, 6u - odd, 1u, 1u - odd, odd - 1u, 4u + odd))
              << thread;
        }
      });
}

TEST(CudaSpellingPtxTest, ScopesSpanStatements) {
  run_spelled<unsigned>(R"(
    __device__ unsigned reduced(unsigned x, unsigned modulus) {
      asm volatile("{");
      asm volatile(".reg.pred %is_small; .reg.u32 %twice;");
      asm volatile("setp.lt.u32 %is_small, %0, %1;" :: "r"(x), "r"(modulus));
      asm volatile("@!%is_small sub.u32 %0, %0, %1;" : "+r"(x) : "r"(modulus));
      asm volatile("add.u32 %twice, %0, %0;" :: "r"(x));
      asm volatile("add.u32 %0, %twice, 1; }" : "=r"(x));
      return x;
    }
    __global__ void k(unsigned* out) {
      out[0] = reduced(9, 7);
      out[1] = reduced(5, 7);
      asm("{ .reg .u32 %own; add.u32 %own, %1, %2; mov.u32 %0, %own; }"
          : "=r"(out[2]) : "r"(3), "r"(4));
    })",
                        1, 1, 3, [](const Values& out) {
                          EXPECT_EQ(out, (Values{5, 11, 7}));
                        });
}

TEST(CudaSpellingPtxTest, NumberedBarriersOfAllThreads) {
  run_spelled<unsigned>(R"(
    __global__ void k(unsigned* out) {
      __shared__ unsigned values[128];
      values[threadIdx.x] = threadIdx.x;
      asm volatile("barrier.sync 2, 128;" ::: "memory");
      unsigned value = values[127 - threadIdx.x];
      asm volatile("bar.sync 1, %0;" :: "r"(128) : "memory");
      values[threadIdx.x] = value;
      asm volatile("bar.sync 3;" ::: "memory");
      out[threadIdx.x] = values[(threadIdx.x + 1) % 128];
    })",
                        1, 128, 128, [](const Values& out) {
                          for (unsigned i = 0; i < 128; ++i) EXPECT_EQ(out[i], 127 - (i + 1) % 128);
                        });
}

/// Constraints and the first words of instructions may be macros.
TEST(CudaSpellingPtxTest, MacrosStandForPartsOfStatements) {
  run_spelled<unsigned>(R"(
    #define POINTER "l"
    #define LOAD "ld.global.u32"
    __global__ void k(unsigned* out) {
      out[0] = 7;
      const unsigned* from = out;
      asm volatile(LOAD " %0, [%1];" : "=r"(out[1]) : POINTER(from) : "memory");
    })",
                        1, 1, 2, [](const Values& out) { EXPECT_EQ(out[1], 7u); });
}

/// The arguments of a macro may be parts of instructions and of constraints.
TEST(CudaSpellingPtxTest, ArgumentsOfMacrosStandForPartsOfStatements) {
  run_spelled<unsigned>(R"(
    enum { first_line = __LINE__ };
    #ifdef NO_ASSEMBLY
    #define SUM(name, type, ptx, letter) __device__ type name##_sum(type x, int n) { return x; }
    #else
    #define SUM(name, type, ptx, letter)                                                     \
      __device__ type name##_sum(type x, int n) {                                            \
        type sum;                                                                            \
        asm("{ .reg ." #ptx " t; add." #ptx " t, %1, %2; mov." #ptx " %0, t; }" /* a sum */  \
            : "=" #letter(sum) : #letter(x), #letter((type)n));                                \
        return sum;                                                                          \
      }
    #endif
    #define SUMS(name, type, ptx, letter) \
      SUM(name, type, ptx, letter) SUM(name##_further, type, ptx, letter)
    SUM(real, float, f32, f)
    SUM(whole, long long,
        s64, l)
    SUMS(natural, unsigned, u32, r)
    #undef SUM
    enum { last_line = __LINE__ };
    __global__ void k(unsigned* out) {
      out[0] = unsigned(real_sum(1.5f, 2) * 2);
      out[1] = unsigned(whole_sum(1ll << 40, 5) >> 38);
      out[2] = natural_sum(3, 4) + natural_further_sum(1, 1);
      out[3] = last_line - first_line;
    })",
                        1, 1, 4, [](const Values& out) {
                          EXPECT_EQ(out, (Values{7, 4, 9, 19}));
                        });
}

TEST(CudaSpellingPtxTest, AnUnknownInstructionIsNamed) {
  if (std::string(backend_name()) == "CUDA") GTEST_SKIP() << "compiles PTX";
  if (is_hip_on_cuda()) GTEST_SKIP() << "translated PTX needs AMD's compiler";
  const Program program = spelled(
      "__global__ void k(int* x) {\n"
      "  asm volatile(\"add.u32 %0, %0, 1;\\n mma.sync.aligned.m8n8k4 %0, %0;\" : \"+r\"(x[0]));\n"
      "}",
      {"k"});
  const std::string message =
      error_of([&] { (void)compile(program, spelled_architectures().front()); }).what();
  EXPECT_THAT(message, HasSubstr("spelled.cu:2"));
  EXPECT_THAT(message,
              HasSubstr("the PTX instruction 'mma.sync.aligned.m8n8k4 %0, %0' is not known"));
}

/// The errors of one do not hide those of another.
TEST(CudaSpellingPtxTest, SeveralUnknownInstructionsAreErrors) {
  if (std::string(backend_name()) == "CUDA") GTEST_SKIP() << "compiles PTX";
  if (is_hip_on_cuda()) GTEST_SKIP() << "translated PTX needs AMD's compiler";
  const Program program = spelled(R"(
    __device__ inline void f(float* x, int n) {
      if (n > 2) {
        asm volatile("mma.sp.one {%0};" : "+f"(*x));
      } else {
        asm volatile("mma.sp.two {%0};" : "+f"(*x));
      }
    }
    __global__ void k(float* x, int n) {
      const auto g = [&](int i) { f(x + i, i); };
      for (int i = 0; i < n; ++i) g(i);
    })",
                                  {"k"});
  EXPECT_THAT(error_of([&] { (void)compile(program, spelled_architectures().front()); }).what(),
              HasSubstr("mma.sp.one"));
}

/// duet's mathematics has functions of the same names.
TEST(CudaSpellingPtxTest, PairsOfHalvesBesideMathematics) {
  run_spelled<unsigned>(R"(
    #include <duet/device/math.hpp>
    #include <cuda_fp16.h>
    __global__ void k(unsigned* out) {
      unsigned pair = *out;
      asm("tanh.approx.f16x2 %0, %0;" : "+r"(pair));
      out[0] = pair;
      asm("ex2.approx.f16x2 %0, %0;" : "+r"(pair));
      out[1] = pair;
    })",
                        1, 1, 2, [](const std::vector<unsigned>& out) {
                          EXPECT_EQ(out, (std::vector{0u, 0x3c003c00u}));
                        });
}

/// A register that no braces enclose is the function's.
TEST(CudaSpellingPtxTest, RegistersOfLaterStatements) {
  run_spelled<unsigned>(R"(
    __global__ void k(unsigned* out) {
      unsigned a = 3, b = 5;
      asm volatile(".reg .pred less; setp.lt.u32 less, %0, %1;" :: "r"(a), "r"(b));
      asm volatile(".reg .u32 sum;\nadd.u32 sum, %0, %1;" :: "r"(a), "r"(b));
      #pragma unroll 0
      for (int i = 0; i < 2; ++i) {
        asm volatile("{ @less add.u32 %0, sum, 1; @!less mov.u32 %0, 0; }" : "+r"(out[i]));
      }
    })",
                        1, 1, 2, [](const std::vector<unsigned>& out) {
                          EXPECT_EQ(out, (std::vector{9u, 9u}));
                        });
}

/// Clang holds a lone carriage return for the end of a line.
TEST(CudaSpellingPtxTest, LinesMayEndAsOnWindows) {
  const std::string source = R"(
    #define ADD(to, a, b)                 \
      asm volatile("add.u32 %0, %1, %2;"  \
                   : "=r"(                \
                       to)                \
                   : "r"(a), "r"(b))
    __global__ void k(unsigned* out) { ADD(out[0], 3, 4); })";
  std::string windows;
  for (const char c : source) {
    if (c == '\n') windows += '\r';
    windows += c;
  }
  run_spelled<unsigned>(windows, 1, 1, 1,
                        [](const std::vector<unsigned>& out) { EXPECT_EQ(out.front(), 7u); });
}

TEST(CudaSpellingPtxTest, ConditionsBetweenTheStringsOfAStatement) {
  run_spelled<int>(R"(
    __device__ int load(const int* p, bool guard) {
      int value = 1;
      asm volatile (
          "{.reg .pred p;\n"
          " setp.ne.b32 p, %2, 0;\n"
    #if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 100
          " @p ld.global.nc.s32 %0, [%1];}\n"
    #elif __CUDA_ARCH__ == 1
          " no such instruction;}\n"
    #else
          " @p mov.s32 %0, 9;}\n"
    #endif
          : "+r"(value)
          : "l"(p), "r"((int)guard)
      ); return value;
    }
    __global__ void k(int* out) {
      out[1] = 6;
      __threadfence();
      out[0] = load(out + 1, true) * 10 + load(out + 1, false);
      out[1] = __LINE__;
    })",
                   1, 1, 2, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{61, 22}));
                   });
}

TEST(CudaSpellingPtxTest, MacrosOfTheProgramNamedLikeInstructions) {
  run_spelled<int>(R"(
    #define store(p, x) __stcs(p, x)
    #define load(p) __ldg(p)
    #define bfe(a, b) broken
    #define add(a, b) broken
    __global__ void k(int* out) {
      int bits, sum;
      asm volatile("bfe.u32 %0, %1, %2, %3;" : "=r"(bits) : "r"(0x70), "r"(4), "r"(3));
      asm("add.sat.s32 %0, %1, 1;" : "=r"(sum) : "r"(bits));
      store(out, sum);
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 8); });
}

}  // namespace
}  // namespace duet::test
