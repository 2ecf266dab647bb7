// Standard headers that need more than the parts that others have, functions of numbers of several
// types, and printf.

#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "spelling_program.hpp"

namespace duet::test {
namespace {

TEST(CudaSpellingStandardTest, NumbersInEveryVersion) {
  run_spelled<double>(R"(
    #include <numbers>
    #include <bits/stdc++.h>
    __global__ void k(double* out) {
      out[0] = std::numbers::pi;
      out[1] = std::numbers::sqrt2_v<float>;
      out[2] = std::max(std::numbers::e, 1.0);
    })",
                      1, 1, 3, [](const std::vector<double>& out) {
                        EXPECT_EQ(out[0], 3.14159265358979323846);
                        EXPECT_EQ(out[1], double(1.41421356237309504880f));
                        EXPECT_EQ(out[2], 2.71828182845904523536);
                      });
}

TEST(CudaSpellingStandardTest, NumbersHaveKinds) {
  run_spelled<int>(R"(
    #include <cmath>
    __global__ void k(int* out) {
      const float numbers[5] = {NAN, -INFINITY, -0.0f, -1e-40f, FLT_MIN};
      out[threadIdx.x] = std::fpclassify(numbers[threadIdx.x % 5]);
      if (threadIdx.x == 5) out[5] = std::fpclassify(1e-310);
    })",
                   1, 6, 6, [](const std::vector<int>& out) {
                     // FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL
                     EXPECT_EQ(out, (std::vector<int>{0, 1, 2, 3, 4, 3}));
                   });
}

/// The class converts to and from numbers, so that without an exact function a call is ambiguous.
TEST(CudaSpellingStandardTest, PowersOfTwoTypesBesideAClassThatConverts) {
  run_spelled<int>(R"(
    #include <cmath>
    struct Half {
      float value;
      __device__ Half(float x) : value(x) {}
      __device__ operator float() const { return value; }
    };
    __device__ Half pow(const Half& a, const Half& b) { return pow((float)a, (float)b); }
    __device__ Half pow(const Half& a, int& b) { return pow((float)a, b); }
    namespace std { __device__ Half pow(const Half& a, int& b) { return std::pow((float)a, b); } }
    __global__ void k(int* out) {
      int three = 3;
      out[0] = (float)pow(Half(2), three); out[1] = (float)std::pow(Half(3), three);
      out[2] = fmax(2, 4.0f); out[3] = pow(three, 2u);
    })",
                   1, 1, 4, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{8, 27, 4, 9}));
                   });
}

TEST(CudaSpellingStandardTest, OptionalValues) {
  run_spelled<int>(including({"optional", "cuda/std/optional"}, R"(
    struct Counted {
      int* copies;
      __device__ Counted(int* c) : copies(c) {}
      __device__ Counted(const Counted& other) : copies(other.copies) { ++*copies; }
      __device__ ~Counted() { *copies += 10; }
    };
    __device__ std::optional<int> above(int x, int least) {
      if (x > least) return x;
      return std::nullopt;
    }
    __global__ void k(int* out) {
      std::optional<int> none, seven = 7;
      out[0] = none.has_value() + 2 * bool(seven);
      out[1] = above(5, 3).value_or(-1); out[2] = above(2, 3).value_or(-1);
      cuda::std::optional<float> f = 2.5f;
      out[3] = *f * 2;
      seven.reset();
      out[4] = (seven == none) + 2 * (above(5, 3) == 5) + 4 * (none < above(5, 3));
      none.emplace(3);
      none = *none + 1;
      out[5] = none.value();
      {
        std::optional<Counted> a(std::in_place, out + 6), b = a;
        a = b;
        b = std::nullopt;
      }
    })"),
                   1, 1, 7, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{2, 5, -1, 5, 7, 4, 32}));
                   });
}

/// size_t and int64_t are types of different names here.
TEST(CudaSpellingStandardTest, ExtremesOfLongIntegers) {
  run_spelled<int>(including({"cstdint"}, R"(
    template <typename T> __device__ bool is_integer(T) { return T(1.5) == T(1); }
    __global__ void k(int* out) {
      size_t a = 5; int64_t b = 3; long c = -1; unsigned long long d = 9; long long e = 4;
      out[0] = min(a, b); out[1] = max(b, a); out[2] = min(c, e); out[3] = max(d, a);
      out[4] = is_integer(min(a, b)) + is_integer(max(e, c)) + is_integer(min(d, c));
      out[5] = out[min(a, b)];
    })"),
                   1, 1, 6, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{3, 5, -1, 9, 3, 9}));
                   });
}

/// libstdc++ has them in every version.
TEST(CudaSpellingStandardTest, BasesOfFunctions) {
  run_spelled<int>(R"(
    #include <functional>
    template <typename From, typename To> struct Cast : public std::unary_function<From, To> {
      __host__ __device__ To operator()(From x) const { return static_cast<To>(x); }
    };
    template <typename T> struct Sum : public std::binary_function<T, T, T> {
      __host__ __device__ T operator()(T a, T b) const { return a + b; }
    };
    __global__ void k(int* out) {
      Cast<float, int>::result_type x = Cast<float, int>()(4.5f);
      Sum<int>::first_argument_type y = 3;
      *out = Sum<int>()(x, y);
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 7); });
}

TEST(CudaSpellingStandardTest, ConceptsChooseOverloads) {
  Program program = spelled(R"(
    #include <concepts>
    struct Number { int value; bool operator==(const Number&) const = default; };
    template <std::integral T> __device__ int kind(T) { return std::signed_integral<T> ? 1 : 2; }
    template <std::floating_point T> __device__ int kind(T) { return 3; }
    template <typename T> requires std::equality_comparable<T> && (!std::totally_ordered<T>)
    __device__ int kind(T) { return 4; }
    template <typename F> requires std::invocable<F, int>
    __device__ int kind(F f) { return f(5); }
    static_assert(std::convertible_to<int, double> && !std::same_as<int, long>);
    __global__ void k(int* out) {
      out[0] = kind(1); out[1] = kind(1u); out[2] = kind(1.0f); out[3] = kind(Number{1});
    })",
                            {"k"});
  program.options.standard = 20;
  run_spelled<int>(program, 1, 1, 4, [](const std::vector<int>& found) {
    EXPECT_EQ(found, (std::vector<int>{1, 2, 3, 4}));
  });
}

/// hiprtc's indices are objects, which its printf does not take.
TEST(CudaSpellingStandardTest, PrintfTakesIndices) {
  const Program program = spelled(R"(
    #include <cstdio>
    __global__ void k(const char* text) {
      printf("thread %u of %u in block (%d, %d)\n", threadIdx.x, blockDim.x, blockIdx.x, blockIdx.y);
      printf("%s %f\n", text, 1.0f);
      std::printf("100 %%\n");
      int64_t address = 0;
      if (reinterpret_cast<intptr_t>(address) != 0) printf("the types are the same");
    })",
                                  {"k"});
  for (const std::string& architecture : spelled_architectures()) {
    EXPECT_NO_THROW((void)compile(program, architecture)) << architecture;
  }
}

TEST(CudaSpellingStandardTest, TraitsHaveTheirValues) {
  run_spelled<int>(R"(
    #include <type_traits>
    #define IS(trait, ...) static_assert(std::trait##_v<__VA_ARGS__> && std::trait<__VA_ARGS__>::value)
    #define IS_NOT(trait, ...) static_assert(!std::trait##_v<__VA_ARGS__>)
    struct Base { int x; virtual ~Base() noexcept(false); void f(); };
    struct Derived final : Base { Derived(const Derived&) = delete; };
    struct Immortal { ~Immortal() = delete; };
    enum Plain { a };
    enum class Scoped { a };
    union Either { int x; float y; };
    IS(is_null_pointer, decltype(nullptr)); IS(is_union, Either); IS(is_function, int(int));
    IS(is_lvalue_reference, int&); IS(is_rvalue_reference, int&&); IS(is_volatile, volatile int);
    IS(is_member_pointer, int Base::*); IS(is_member_object_pointer, int Base::*);
    IS_NOT(is_member_object_pointer, void (Base::*)());
    IS(is_member_function_pointer, void (Base::*)()); IS_NOT(is_member_function_pointer, int Base::*);
    IS(is_trivial, Either); IS(is_pod, Plain); IS(is_standard_layout, Immortal); IS(is_final, Derived);
    IS(is_scoped_enum, Scoped); IS_NOT(is_scoped_enum, Plain);
    IS(is_bounded_array, int[3]); IS_NOT(is_bounded_array, int[]); IS(is_unbounded_array, int[]);
    IS(has_unique_object_representations, unsigned); IS_NOT(has_unique_object_representations, float);
    IS(is_trivially_destructible, int); IS(is_destructible, Base); IS_NOT(is_destructible, Immortal);
    IS(is_nothrow_destructible, int[2]); IS_NOT(is_nothrow_destructible, Base);
    IS(is_trivially_assignable, int&, int); IS(is_nothrow_assignable, int&, float);
    IS(is_nothrow_convertible, int, long); IS_NOT(is_nothrow_convertible, int, Base);
    IS(is_invocable_r, long, int (*)(int), short); IS_NOT(is_invocable_r, Base, int (*)(int), int);
    IS(is_nothrow_invocable, int (*)() noexcept); IS_NOT(is_nothrow_invocable, int (*)());
    IS(is_same, std::add_volatile_t<std::add_cv_t<int>>, const volatile int);
    IS(is_same, std::add_rvalue_reference_t<int>, int&&);
    static_assert(std::alignment_of_v<double> == 8 && std::rank_v<int[][3]> == 2);
    static_assert(std::extent_v<int[4][3]> == 4 && std::extent_v<int[4][3], 1> == 3);
    static_assert(std::is_constant_evaluated());
    __global__ void k(int* out) { *out = 1; })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 1); });
}

TEST(CudaSpellingStandardTest, MemoryFunctionsNeedNoHeader) {
  run_spelled<int>(R"(
    __global__ void k(int* out) {
      int from[2] = {3, 4};
      std::memcpy(out, from, sizeof(from));
      std::memset(out + 1, 0xff, 2);
    })",
                   1, 1, 2, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector{3, 0xffff}));
                   });
}

constexpr const char* headers =
    "#include <array>\n#include <cmath>\n#include <tuple>\n#include <utility>\n";

// clang-format off
DUET_TEST_SAME(integers,
  auto scaled = [&](auto x) { put(std::lround(1e4 * double(x))); };
  char c = 2; short s = 3; int i = 7; unsigned u = 9; long l = 12; unsigned long long n = 20; bool b = true;
  scaled(std::exp(c)); scaled(std::sqrt(i)); scaled(std::log(u)); scaled(std::log2(n)); scaled(std::log10(l));
  scaled(std::sin(s)); scaled(std::cos(i)); scaled(std::tan(b)); scaled(std::atan(u)); scaled(std::sinh(c));
  scaled(std::cbrt(n)); scaled(std::erf(b)); scaled(std::tgamma(i)); scaled(std::exp2(s)); scaled(std::log1p(i));
  scaled(std::floor(i)); scaled(std::ceil(u)); scaled(std::round(l)); scaled(std::trunc(s)); scaled(std::fabs(-i));
  put(std::isnan(i)); put(std::isfinite(u)); put(std::lround(l)); put(std::ilogb(n)); scaled(std::ldexp(i, 3));
  int exponent = 0; scaled(std::frexp(l, &exponent)); put(exponent))

DUET_TEST_SAME(mixed_numbers,
  auto scaled = [&](auto x) { put(std::lround(1e4 * double(x))); };
  short s = 3; int i = 7; unsigned u = 9; float f = 2.5f; double d = 0.75;
  scaled(std::pow(i, s)); scaled(std::pow(f, d)); scaled(std::pow(d, i)); scaled(std::pow(2, d)); scaled(std::pow(u, f));
  scaled(std::atan2(i, f)); scaled(std::fmod(u, s)); scaled(std::fmod(d, f)); scaled(std::hypot(i, d));
  scaled(std::fmax(i, f)); scaled(std::fmin(d, u)); scaled(std::fdim(u, i)); scaled(std::copysign(i, -d));
  scaled(std::remainder(u, s)))

DUET_TEST_SAME(bindings,
  auto [a, n] = std::make_tuple(std::array<int, 2>{3, 4}, 5L); put(a[0]); put(a[1]); put(n);
  std::tuple<int, float> pair(6, 7.0f); auto& [first, second] = pair; first = 8; put(std::get<0>(pair)); put(second);
  const auto [x, y, z] = std::array<int, 3>{9, 10, 11}; put(x + y * z);
  std::array<int, 2> two = {12, 13}; auto&& [left, right] = two; right += left; put(two[1]);
  auto [key, value] = std::pair<int, int>(14, 15); put(key - value))

DUET_TEST_SAME(bits,
  constexpr unsigned lowest = __builtin_ctz(24u); static_assert(lowest == 3, "");
  static_assert(__builtin_popcountll(0xff00ffull) == 16 && __builtin_clz(1u) == 31 && __builtin_ffs(0) == 0, "");
  static_assert(__builtin_clzll(1ull) == 63 && __builtin_parity(7u) == 1 && __builtin_bswap32(1u) == 1u << 24, "");
  put(lowest);
  for (unsigned word = 1; word < 4000000000u / 5; word *= 5) {
    put(__builtin_ctz(word)); put(__builtin_clz(word)); put(__builtin_popcount(word)); put(__builtin_ffs(int(word)));
    put(__builtin_parity(word)); put(int(__builtin_bswap32(word) % 10007));
    put(__builtin_clzll(word)); put(__builtin_ctzll(word)); put(int(__builtin_bswap64(word) % 10007));
  })
DUET_TEST_SAME(arrays,
  std::array<int, 3> a{1, 2, 3}; std::array<int, 3> b{1, 3, 0};
  auto i = a.rbegin();
  while (i != a.rend()) put(*i++);
  const std::array<int, 3>& same = a;
  put(*same.crbegin()); put(*(same.cend() - 1));
  put(a < b); put(a > b); put(a <= a); put(a >= b);
  a.swap(b); put(a[1]); put(b[1]))
// clang-format on

TEST(CudaSpellingStandardTest, IntegersHaveMathematicalFunctions) {
  expect_same(headers, integers_text, integers());
}
TEST(CudaSpellingStandardTest, NumbersOfTwoTypesHaveFunctions) {
  expect_same(headers, mixed_numbers_text, mixed_numbers());
}
TEST(CudaSpellingStandardTest, BindingsTakeTuplesAndArraysApart) {
  expect_same(headers, bindings_text, bindings());
}
TEST(CudaSpellingStandardTest, BitsAreCountedInConstantExpressions) {
  expect_same("", bits_text, bits());
}

TEST(CudaSpellingStandardTest, FunctionsNeedNoNamespace) {
  run_spelled<double>(R"(
    __global__ void k(double* out) {
      int i = 4;
      float f = 0.5f;
      out[0] = exp(i) - sqrt(i) + pow(i, f) + pow(f, 2.0) + fmax(i, f);
    })",
                      1, 1, 1, [](const std::vector<double>& out) {
                        EXPECT_NEAR(out[0], std::exp(4.0) - 2 + 2 + 0.25 + 4, 1e-9);
                      });
}

/// They are templates; calls with float take CUDA's functions, which are none.
TEST(CudaSpellingStandardTest, ProgramsTemplatesOfFunctionsNames) {
  run_spelled<int>(R"(
    template <typename T> __device__ T fmax(T a, T b) { return a > b ? a : b; }
    template <typename T> __device__ T fmin(T a, T b) { return a > b ? b : a; }
    template <typename T> __device__ T sqrt(const T& x) { return x + x; }
    __global__ void k(int* out) {
      const float x = 2, y = 5;
      out[0] = fmax(x, y); out[1] = fmin(x, y); out[2] = sqrt(x + x);
    })",
                   1, 1, 3, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{5, 2, 2}));
                   });
}

TEST(CudaSpellingStandardTest, ObjectsInMemoryThatThereIsNeedNoHeader) {
  run_spelled<int>(including({"cfenv"}, R"(
    struct Pair { int a, b; __device__ Pair(int x) : a(x), b(x + 1) {} };
    template <typename T, int mode = FE_TONEAREST> __device__ T* made(void* place) {
      return new (place) T(mode == FE_UPWARD ? 1 : 4);
    }
    __global__ void k(int* out) {
      const Pair* const pair = made<Pair>(out);
      out[2] = pair->b * 10 + FE_UPWARD / 0x400;
    })"),
                   1, 1, 3, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{4, 5, 52}));
                   });
}

TEST(CudaSpellingStandardTest, ArraysAreReadBackwardsAndCompared) {
  expect_same(including({"array"}, ""), arrays_text, arrays());
}

}  // namespace
}  // namespace duet::test
