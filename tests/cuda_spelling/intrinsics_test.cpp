// Built-in functions of CUDA: against the host in each rounding mode, and words of parts.

#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "spelling_program.hpp"

namespace duet::test {
namespace {

using Values = std::vector<unsigned>;

TEST(CudaSpellingIntrinsicsTest, Words) {
  constexpr const char* source = R"(
    __global__ void k(unsigned* out) {
      const unsigned a = 0xdeadbeefu, b = 0x12345678u;
      unsigned n = 0;
      out[n++] = __byte_perm(a, b, 0x7190);
      out[n++] = __byte_perm(a, b, 0x000b);
      out[n++] = __funnelshift_l(a, b, 36);
      out[n++] = __funnelshift_rc(a, b, 40);
      out[n++] = __dp4a(int(a), int(b), 7);
      out[n++] = __dp4a(a, b, 7u);
      out[n++] = __dp2a_hi(int(a), int(b), 1);
      out[n++] = __vadd2(a, b);
      out[n++] = __vaddss4(a, b);
      out[n++] = __vsubus4(a, b);
      out[n++] = __vcmpgtu4(a, b);
      out[n++] = __vsetles2(a, b);
      out[n++] = __vsadu4(a, b);
      out[n++] = __vavgs2(0x00010003u, 0xfffe0000u);
      out[n++] = __vabs4(0x80ff7f01u) + __vabsss4(0x80ff7f01u);
      out[n++] = __umul24(a, b);
      out[n++] = unsigned(__mul24(-5, 7));
      out[n++] = __sad(-5, 7, 100u);
      out[n++] = unsigned(__hadd(-5, 8)) + __urhadd(5u, 8u);
      out[n++] = __fns(0xf0u, 0, 2);
      out[n++] = __viaddmax_s16x2(0x00010002u, 0xfff00001u, 0x00000000u);
      out[n++] = __brev(1u) + __popc(a) + __clz(1) + __ffs(8);
      out[n++] = unsigned(__float2int_rn(2.5f) + __float2int_ru(2.1f) + __float2int_rd(-2.1f));
      out[n++] = __float2uint_rz(-3.0f) + unsigned(__float2int_rz(1e20f) == 2147483647);
      out[n++] = unsigned(__mul64hi(-1ll, 1ll << 40) == -1ll);
    })";
  run_spelled<unsigned>(source, 1, 1, 25, [](const Values& out) {
    // From definitions of the functions in another language.
    const Values expected{0x12bebeefu, 0xefefefdeu, 0x2345678du, 0x12345678u, 0xffffcea3u,
                          0x0000e2a3u, 0xfff070b7u, 0xf0e11567u, 0xf0e11467u, 0xcc796877u,
                          0xffffffffu, 0x00010001u, 0x00000224u, 0xffff0002u, 0xff02fe02u,
                          0x7821ca08u, 0xffffffddu, 0x00000070u, 0x00000008u, 0x00000005u,
                          0x00000003u, 0x8000003bu, 0x00000002u, 0x00000001u, 0x00000001u};
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(out[i], expected[i]) << i;
  });
}

struct Rounded {
  float add, multiply, fused, quotient, root, from_double, from_int;
  double add_wide, multiply_wide, quotient_wide, root_wide, from_long;
};

/// The arguments of a thread: special and random numbers.
struct Arguments {
  float a, b, c;
  double x, y;
  long long l;
};

std::vector<Arguments> arguments() {
  std::mt19937 random(7);
  std::vector<Arguments> all;
  const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, 1e-40f, 3e38f, -3e38f, 1.17549435e-38f};
  for (const float a : special) {
    for (const float b : special) all.push_back({a, b, 1e-20f, a * 1e200, b, 1});
  }
  while (all.size() < 512) {
    const auto number = [&] {
      return std::ldexp(static_cast<float>(random()) - 2147483648.0f,
                        static_cast<int>(random() % 60) - 60);
    };
    const float a = number();
    const float b = number();
    const double x =
        std::ldexp(static_cast<double>(random()) + static_cast<double>(random()) * 1e-9, -20);
    const auto l = static_cast<long long>((std::uint64_t{random()} << 32) | random());
    all.push_back({a, b, number(), x, x * 1.3, l});
  }
  return all;
}

template <typename T>
bool same(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0 || (std::isnan(a) && std::isnan(b));
}

class CudaSpellingRoundingTest : public testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(CudaSpellingRoundingTest, EqualsTheHostInThatMode) {
  const std::string mode = GetParam().first;
  std::string text;
  for (const Arguments& a : arguments()) {
    char line[200];
    std::snprintf(line, sizeof(line), "{%af, %af, %af, %a, %a, %lldll},\n", double{a.a},
                  double{a.b}, double{a.c}, a.x, a.y, a.l);
    text += line;
  }
  const std::string source = R"(
    struct Rounded {
      float add, multiply, fused, quotient, root, from_double, from_int;
      double add_wide, multiply_wide, quotient_wide, root_wide, from_long;
    };
    struct Arguments { float a, b, c; double x, y; long long l; };
    __constant__ Arguments arguments[] = {)" +
                             text + R"(};
    __global__ void k(Rounded* out) {
      const Arguments& p = arguments[threadIdx.x];
      Rounded& o = out[threadIdx.x];
      o.add = __fadd_MODE(p.a, p.b);
      o.multiply = __fmul_MODE(p.a, p.b);
      o.fused = __fmaf_MODE(p.a, p.b, p.c);
      o.quotient = __fdiv_MODE(p.a, p.b);
      o.root = __fsqrt_MODE(fabsf(p.a));
      o.from_double = __double2float_MODE(p.x);
      o.from_int = __ll2float_MODE(p.l);
      o.add_wide = __dadd_MODE(p.x, p.y);
      o.multiply_wide = __dmul_MODE(p.x, p.y);
      o.quotient_wide = __ddiv_MODE(p.x, p.y);
      o.root_wide = __dsqrt_MODE(fabs(p.x));
      o.from_long = __ll2double_MODE(p.l);
    })";
  std::string with_mode = source;
  for (std::size_t at = 0; (at = with_mode.find("MODE", at)) != std::string::npos;) {
    with_mode.replace(at, 4, mode);
  }
  run_spelled<Rounded>(with_mode, 1, 512, 512, [](const std::vector<Rounded>& out) {
    const std::vector<Arguments> all = arguments();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const volatile float a = all[i].a, b = all[i].b, c = all[i].c;
      const volatile double x = all[i].x, y = all[i].y;
      const volatile long long l = all[i].l;
      const int before = std::fegetround();
      std::fesetround(GetParam().second);
      const volatile float add = a + b, multiply = a * b, fused = std::fma(a, b, c),
                           quotient = a / b, root = std::sqrt(std::fabs(a)),
                           from_double = static_cast<float>(x), from_int = static_cast<float>(l);
      const volatile double add_wide = x + y, multiply_wide = x * y, quotient_wide = x / y,
                            root_wide = std::sqrt(std::fabs(x)), from_long = static_cast<double>(l);
      std::fesetround(before);
      const Rounded& o = out[i];
      EXPECT_TRUE(same<float>(o.add, add)) << i << ": " << a << " + " << b << " = " << o.add;
      EXPECT_TRUE(same<float>(o.multiply, multiply)) << i << ": " << a << " * " << b;
      EXPECT_TRUE(same<float>(o.fused, fused)) << i << ": " << a << " * " << b << " + " << c;
      EXPECT_TRUE(same<float>(o.quotient, quotient)) << i << ": " << a << " / " << b;
      EXPECT_TRUE(same<float>(o.root, root)) << i << ": " << a;
      EXPECT_TRUE(same<float>(o.from_double, from_double)) << i << ": " << x;
      EXPECT_TRUE(same<float>(o.from_int, from_int)) << i << ": " << l;
      EXPECT_TRUE(same<double>(o.add_wide, add_wide)) << i << ": " << x << " + " << y;
      EXPECT_TRUE(same<double>(o.multiply_wide, multiply_wide)) << i << ": " << x << " * " << y;
      EXPECT_TRUE(same<double>(o.quotient_wide, quotient_wide)) << i << ": " << x << " / " << y;
      EXPECT_TRUE(same<double>(o.root_wide, root_wide)) << i << ": " << x;
      EXPECT_TRUE(same<double>(o.from_long, from_long)) << i << ": " << l;
      if (HasFailure()) break;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Modes, CudaSpellingRoundingTest,
                         testing::Values(std::pair("rn", FE_TONEAREST),
                                         std::pair("rz", FE_TOWARDZERO), std::pair("ru", FE_UPWARD),
                                         std::pair("rd", FE_DOWNWARD)),
                         [](const auto& info) { return std::string(info.param.first); });

/// CUDA takes the least of a signed and an unsigned number as unsigned numbers.
TEST(CudaSpellingIntrinsicsTest, ExtremesOfSignedAndUnsignedNumbers) {
  run_spelled<unsigned>(R"(
    __global__ void k(unsigned* out) {
      const unsigned array[4] = {3, 4, 5, 6};
      const int n = 2;
      out[0] = array[min(n, threadIdx.x + 1u)];
      out[1] = max(1u, -1);
      out[2] = array[max(1ull, (long long)n)];
      out[3] = array[min((unsigned long)n, 3l)];
    })",
                        1, 1, 4, [](const std::vector<unsigned>& out) {
                          EXPECT_EQ(out, (std::vector<unsigned>{4, ~0u, 5, 5}));
                        });
}

/// Names without underscores, which older versions of CUDA have, and loads of vectors.
TEST(CudaSpellingIntrinsicsTest, BarriersWithANumber) {
  run_spelled<int>(R"(
    __global__ void k(int* out) {
      __shared__ int values[128];
      const int i = threadIdx.y * blockDim.x + threadIdx.x;
      values[i] = i;
      __barrier_sync(2);
      const int other = values[127 - i];
      __barrier_sync_count(1, 128);
      values[i] = other + 1;
      __barrier_sync_count(threadIdx.y * 0 + 3, blockDim.x * blockDim.y);
      if (i == 0) *out = values[0] + values[127];
    })",
                   1, 128, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 129); });
}

/// With a float, functions compute with float.
TEST(CudaSpellingIntrinsicsTest, FunctionsOfFloatHaveTheNamesOfThoseOfDouble) {
  std::string source = R"(
    template <typename T> struct IsFloat { static constexpr bool value = false; };
    template <> struct IsFloat<float> { static constexpr bool value = true; };
    #define EQUAL(call, other) { static_assert(IsFloat<decltype(call)>::value, #call); \
      out[i++] = fabsf(call - (other)) <= 1e-6f * fabsf(other); }
    __global__ void k(int* out) {
      int i = 0, n = 0;
      float x = 0.3f + 0.1f * *out, y = 0.7f, s, c, s2, c2;
)";
  int count = 0;
  for (const char* name :
       {"cyl_bessel_i0", "cyl_bessel_i1", "erfcinv", "erfcx", "j0",     "j1",   "normcdf",
        "normcdfinv",    "rcbrt",         "y0",      "y1",    "cospi",  "sin",  "cos",
        "erfinv",        "exp10",         "rsqrt",   "sinpi", "tgamma", "cbrt", "fabs"}) {
    source += "EQUAL(" + std::string(name) + "(x), " + name + "f(x))\n";
    ++count;
  }
  source += R"(
      EQUAL(jn(2, x), jnf(2, x)) EQUAL(yn(2, x), ynf(2, x)) EQUAL(scalbln(x, 2L), 4 * x)
      EQUAL(remquo(y, x, &n), remquof(y, x, &n))
      sincos(x, &s, &c); sincosf(x, &s2, &c2); EQUAL(s, s2) EQUAL(c, c2)
      sincospi(x, &s, &c); sincospif(x, &s2, &c2); EQUAL(s, s2) EQUAL(c, c2)
    })";
  count += 8;
  run_spelled<int>(source, 1, 1, static_cast<std::size_t>(count),
                   [](const std::vector<int>& out) { EXPECT_THAT(out, testing::Each(1)); });
}

/// In a program's template of a function's name, a call with a number is one of the function.
TEST(CudaSpellingIntrinsicsTest, TemplatesOfTheNamesOfFunctions) {
  run_spelled<float>(R"(
    template <typename T> __device__ T max(const T& a, const T& b) { return max(a, b); }
    template <typename T> __device__ T min(const T& a, const T& b) { return min(a, b); }
    template <typename T> __device__ T abs(const T& x) { return abs(x); }
    template <typename T> __device__ T fma(const T& a, const T& b, const T& c) {
      return fma(a, b, c);
    }
    template <typename T> __device__ T sqrt(const T& x) { return sqrt(x); }
    template <typename T> __device__ T ldexp(const T& x, int n) { return ldexp(x, n); }
    template <typename T> __device__ bool isnan(const T& x) { return isnan(x); }
    template <typename T> __device__ T exp10(const T& x) { return exp10(x); }
    template <typename T> __device__ float extremes(T x) { return max(x, T(2)) + 10 * min(x, T(7)); }
    template <typename T> __device__ float others(T x) {
      return fma(x, x, T(1)) + sqrt(x) + ldexp(x, 2) + isnan(x) + abs(-x) + exp10(x - 2);
    }
    __global__ void k(float* out) {
      const float nan = *out / *out;
      out[1] = extremes(3) + extremes(4u) + extremes(5L) + extremes(6UL) + extremes(8LL);
      out[2] = extremes(9ULL) + abs(-5) + abs(-6L) + abs(-7LL);
      out[3] = extremes(4.0f) + extremes(4.0);
      out[4] = others(4.0f);
      out[5] = others(4.0);
      out[6] = max(nan, 3.0f) + min(2.0f, nan);
    })",
                     1, 1, 7, [](const std::vector<float>& out) {
                       EXPECT_THAT(
                           std::vector(out.begin() + 1, out.end()),
                           testing::ElementsAre(33 + 44 + 55 + 66 + 78, 79 + 18, 88,
                                                17 + 2 + 16 + 4 + 100, 17 + 2 + 16 + 4 + 100, 5));
                     });
}

TEST(CudaSpellingIntrinsicsTest, OlderNames) {
  run_spelled<int>(R"(
    __global__ void k(int* out) {
      const float x = 2.5f;
      out[0] = float2int(x); out[1] = float2int(x, cudaRoundPosInf);
      out[2] = float_as_int(int2float(1)); out[3] = int_as_float(0x40400000);
      out[4] = double2int(-2.5, cudaRoundMinInf); out[5] = mulhi(1 << 20, 1 << 20);
      out[6] = mul24(3, 5); out[7] = saturate(x); out[8] = uint2double(7u);
      const int4 loaded = __ldcv(reinterpret_cast<const int4*>(out + 4));
      out[9] = loaded.x + 10 * loaded.w;
    })",
                   1, 1, 10, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector{2, 3, 0x3f800000, 3, -3, 256, 15, 1, 7, 7}));
                   });
}

}  // namespace
}  // namespace duet::test
