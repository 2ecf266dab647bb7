// Arithmetic and comparisons of half and bfloat16 in kernels. Expected values are computed in
// double (exact, or with more than twice the digits) and rounded to 16 bits, or computed with
// integers.

#include <array>
#include <utility>

#include "support/dump_annotation.hpp"
#include "support/element_run.hpp"
#include "support/float16_reference.hpp"
#include "support/mismatches.hpp"

namespace duet::test {
namespace {

template <typename T>
class HalfTest : public DeviceTest {};
TYPED_TEST_SUITE(HalfTest, Types16, Names16);

const std::string headers = R"(
    #include <duet/device/bfloat16.hpp>
    #include <duet/device/float16_pair.hpp>
    #include <duet/device/half.hpp>
)";

template <typename T>
std::string named(const std::string& kernel) {
  return kernel + "<" + Reference16<T>::name + ">";
}

template <typename T>
struct Triples {
  std::vector<T> a, b, c;

  void add(T x, T y, T z) {
    a.push_back(x);
    b.push_back(y);
    c.push_back(z);
  }
};

/// Triples of special numbers, of special and random numbers, of random numbers of similar size,
/// and triples whose sums and products are near midpoints.
template <typename T>
Triples<T> triples() {
  Triples<T> result;
  const auto special = special_numbers<T>();
  for (const T a : special) {
    for (const T b : special) {
      for (const T c : special) result.add(a, b, c);
    }
  }
  const auto random = random_numbers<T>(300000, 3);
  for (std::size_t i = 0; i + 3 <= random.size(); i += 3) {
    result.add(random[i], random[i + 1], random[i + 2]);
    result.add(special[i % special.size()], random[i], random[i + 1]);
    // Similar exponents, so that all operands affect the result.
    const auto near = [&](T number, unsigned field) {
      constexpr unsigned normal = 1u << (Reference16<T>::digits - 1);
      const unsigned one = normal * static_cast<unsigned>(Reference16<T>::greatest_exponent);
      return T::from_bits(static_cast<std::uint16_t>((number.bits() & (0x8000u + normal - 1)) +
                                                     one + field * normal));
    };
    result.add(near(random[i], 0), near(random[i + 1], 1), near(random[i + 2], i % 4));
  }
  // Products such as (1 + 2^-k)² = 1 + 2^(1-k) + 2^-2k are midpoints or near them; the small third
  // operand decides the rounding.
  constexpr int digits = Reference16<T>::digits;
  for (int k = 1; k < digits; ++k) {
    for (int m = 1; m < digits; ++m) {
      for (int tiny = -14; tiny > -25; --tiny) {
        for (const double sign : {1.0, -1.0}) {
          const T a(1 + std::ldexp(1.0, -k)), b(1 + std::ldexp(1.0, -m));
          result.add(a, b, T(sign * std::ldexp(1.0, tiny)));
          result.add(a, T(sign * std::ldexp(1.0, -digits)), b);
        }
      }
    }
  }
  // Products that are midpoints, plus a number too small for the precision of a double.
  for (const T tiny : {T::from_bits(1), T::from_bits(0x8001)}) {
    const T a(1 + std::ldexp(1.0, -digits / 2)), b(1 + std::ldexp(1.0, digits / 2 - digits));
    result.add(a, b, tiny);
    result.add(T(std::ldexp(decoded(a), 10)), b, tiny);
  }
  return result;
}

__extension__ using Integer128 = __int128;

/// A number as an integer of 53 bits times a power of two.
struct Scaled {
  explicit Scaled(double x)
      : digits(static_cast<Integer128>(std::ldexp(std::frexp(x, &exponent), 53))) {
    exponent -= 53;
  }
  int exponent = 0;
  Integer128 digits;
};

/// Computes `a` * `b` + `c` with integers and rounds once.
template <typename T>
double fused(double a, double b, double c) {
  const double product = a * b, sum = product + c;
  // Exact: products have 22 bits at most.
  if (!std::isfinite(sum) || product == 0 || c == 0 || sum == 0)
    return nearest<T>(static_cast<long double>(sum));
  Scaled great(product), small(c);
  if (great.exponent < small.exponent) std::swap(great, small);
  // If the smaller operand is far below the larger one, only its sign matters.
  constexpr int most = 70;
  if (great.exponent - small.exponent > most) {
    small.exponent = great.exponent - most;
    small.digits = small.digits < 0 ? -1 : 1;
  }
  Integer128 digits =
      (great.digits * (Integer128{1} << (great.exponent - small.exponent))) + small.digits;
  const bool negative = digits < 0;
  if (negative) digits = -digits;
  int exponent = small.exponent;
  for (; digits >> 50 != 0; ++exponent) digits = (digits >> 1) | (digits & 1);
  const long double exact = std::ldexp(static_cast<long double>(digits), exponent);
  return nearest<T>(negative ? -exact : exact);
}

TYPED_TEST(HalfTest, ArithmeticIsCorrectlyRounded) {
  using T = TypeParam;
  struct Results {
    T sum, difference, product, quotient, fused, negative;
    T pair_sum, pair_difference, pair_product, pair_quotient, pair_fused, pair_negative;
  };
  const ElementKernels kernels(this->device(), headers + R"(
    template <typename T> struct Results {
      T sum, difference, product, quotient, fused, negative;
      T pair_sum, pair_difference, pair_product, pair_quotient, pair_fused, pair_negative;
    };
    template <typename T>
    __global__ void k(unsigned n, const T* x, const T* y, const T* z, Results<T>* out) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      const T a = x[i], b = y[i], c = z[i];
      using Pair = duet::float16_pair<T>;
      // Odd threads use the second place of the pairs, even threads the first.
      const bool second = i % 2 == 1;
      const T other = 1.0f;
      const Pair aa = second ? Pair{other, a} : Pair{a, other}, bb = second ? Pair{c, b} : Pair{b, c},
                 cc = second ? Pair{b, c} : Pair{c, b};
      const auto own = [=](Pair pair) { return second ? pair.y : pair.x; };
      out[i] = {a + b, a - b, a * b, a / b, fma(a, b, c), -a,
                own(aa + bb), own(aa - bb), own(aa * bb), own(aa / bb), own(fma(aa, bb, cc)), own(-aa)};
    })",
                               {named<T>("k")});
  const Triples<T> in = triples<T>();
  const auto found = kernels.run<Results>(named<T>("k"), in.a, in.b, in.c);
  DumpAnnotation(4).set_type<T>();
  Mismatches sum("sum"), difference("difference"), product("product"), quotient("quotient"),
      fma("fused multiplication and addition"), negative("negative"),
      quiet("quietness of the result");
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double a = decoded(in.a[i]), b = decoded(in.b[i]), c = decoded(in.c[i]);
    const Results& one = found[i];
    const auto expect = [&](Mismatches& mismatches, T single, T of_pair, double expected) {
      mismatches.expect_same(decoded(single), expected, a, b, c);
      if (&mismatches != &negative) quiet.expect_equal(is_quiet(single), true, a, b, c);
      mismatches.expect_same(decoded(of_pair), expected, a, b, c, "in a pair");
    };
    expect(sum, one.sum, one.pair_sum, nearest<T>(static_cast<long double>(a + b)));
    expect(difference, one.difference, one.pair_difference,
           nearest<T>(static_cast<long double>(a - b)));
    expect(product, one.product, one.pair_product, nearest<T>(static_cast<long double>(a * b)));
    expect(quotient, one.quotient, one.pair_quotient, nearest<T>(static_cast<long double>(a / b)));
    expect(fma, one.fused, one.pair_fused, fused<T>(a, b, c));
    expect(negative, one.negative, one.pair_negative, -a);
  }
}

TYPED_TEST(HalfTest, ComparisonsEqualThoseOfDouble) {
  using T = TypeParam;
  const ElementKernels kernels(this->device(), headers + R"(
    template <typename A, typename B> __device__ unsigned compared(A a, B b) {
      return (a == b) + 2 * (a != b) + 4 * (a < b) + 8 * (a <= b) + 16 * (a > b) + 32 * (a >= b);
    }
    struct Results { unsigned same_type, real, other_order, whole, condition; };
    template <typename T> __global__ void k(unsigned n, const T* x, const T* y, Results* out) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      const T a = x[i], b = y[i];
      out[i] = {compared(a, b), compared(a, float(b)), compared(double(a), b), compared(a, 70000),
                (a ? 1u : 0u) + (!b ? 2u : 0u)};
    })",
                               {named<T>("k")});
  struct Results {
    unsigned same_type, real, other_order, whole, condition;
  };
  std::vector<T> x, y;
  for (const T a : special_numbers<T>()) {
    for (const T b : special_numbers<T>()) {
      x.push_back(a);
      y.push_back(b);
    }
  }
  const auto found = kernels.run<Results>(named<T>("k"), x, y);
  const auto compared = [](double a, double b) {
    return (a == b ? 1u : 0u) + (a != b ? 2u : 0u) + (a < b ? 4u : 0u) + (a <= b ? 8u : 0u) +
           (a > b ? 16u : 0u) + (a >= b ? 32u : 0u);
  };
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double a = decoded(x[i]), b = decoded(y[i]);
    ASSERT_EQ(found[i].same_type, compared(a, b)) << a << ' ' << b;
    ASSERT_EQ(found[i].real, compared(a, b)) << a << ' ' << b;
    ASSERT_EQ(found[i].other_order, compared(a, b)) << a << ' ' << b;
    ASSERT_EQ(found[i].whole, compared(a, 70000)) << a;
    ASSERT_EQ(found[i].condition, (a != 0 ? 1u : 0u) + (b == 0 ? 2u : 0u)) << a << ' ' << b;
  }
}

TYPED_TEST(HalfTest, MixWithOtherTypesLikeFloat) {
  using T = TypeParam;
  const ElementKernels kernels(this->device(), headers + R"(
    template <typename A, typename B> constexpr bool same = false;
    template <typename A> constexpr bool same<A, A> = true;
    struct Results { float values[14]; };
    template <typename T> struct Ends { T lowest, min, max, epsilon, infinity, nan, digits, above_one; };
    template <typename T> __global__ void ends(unsigned n, const int*, Ends<T>* out) {
      if (threadIdx.x >= n) return;
      using Limits = duet::limits<T>;
      *out = {Limits::lowest(), Limits::min(), Limits::max(), Limits::epsilon(), Limits::infinity(),
              Limits::quiet_nan(), T(Limits::digits), T(1) + Limits::epsilon()};
    }
    template <typename T> __global__ void k(unsigned n, const T* x, Results* out) {
      if (threadIdx.x >= n) return;
      T a = *x, b = a;
      static_assert(same<decltype(a + b), T> && same<decltype(-a), T> && same<decltype(+a), T>);
      static_assert(same<decltype(a * 2), T> && same<decltype(2u / a), T> && same<decltype(a + true), T>);
      static_assert(same<decltype(a - 'c'), T> && same<decltype(3ll * a), T>);
      static_assert(same<decltype(a + 1.0f), float> && same<decltype(1.0f / a), float>);
      static_assert(same<decltype(a * 1.0), double> && same<decltype(1.0 - a), double>);
      static_assert(same<decltype(duet::half() + duet::bfloat16()), float>);
      static_assert(same<decltype(a += 1.0), T&> && same<decltype(++a), T&> && same<decltype(a--), T>);
      static_assert(sizeof(duet::float16_pair<T>) == 4 && alignof(duet::float16_pair<T>) == 4);
      using Limits = duet::limits<T>;
      constexpr T constant = Limits::max();
      static_assert(constant.bits() == Limits::max().bits() && (-constant).bits() == Limits::lowest().bits());
      a += 1;
      a -= 0.5f;
      a *= 4.0;
      a /= b;
      const T before = a++;
      --a;
      float sum = before;
      sum += --b;
      const T table[3] = {T(1), 2, 0.25};
      *out = {{a, b, sum, b--, float(b) + 3 * a, a * 2, 2 - a, a / 3, a * 1.5f, float(1.5 * a),
               T(duet::half(a) + duet::bfloat16(a)), table[0], table[1] + table[2],
               a < 5 ? a : b}};
    })",
                               {named<T>("k"), named<T>("ends")});
  const auto values = kernels.run<std::array<float, 14>>(named<T>("k"), std::vector<T>{T(1)});
  EXPECT_THAT(values[0], testing::ElementsAre(6, 0, 6, 0, 17, 12, -4, 2, 9, 9, 12, 1, 2.25f, -1));

  struct Ends {
    T lowest, min, max, epsilon, infinity, nan, digits, above_one;
  };
  using Reference = Reference16<T>;
  const Ends ends = kernels.run<Ends>(named<T>("ends"), std::vector<int>{0})[0];
  DumpAnnotation(2).set_type<T>();
  const double epsilon = std::ldexp(1.0, 1 - Reference::digits);
  const double max = std::ldexp(2 - epsilon, Reference::greatest_exponent);
  EXPECT_EQ(decoded(ends.lowest), -max);
  EXPECT_EQ(decoded(ends.min), std::ldexp(1.0, Reference::least_exponent));
  EXPECT_EQ(decoded(ends.max), max);
  EXPECT_EQ(decoded(ends.epsilon), epsilon);
  EXPECT_EQ(decoded(ends.infinity), HUGE_VAL);
  EXPECT_TRUE(std::isnan(decoded(ends.nan)));
  EXPECT_EQ(decoded(ends.digits), Reference::digits);
  EXPECT_EQ(decoded(ends.above_one), 1 + epsilon);
}

}  // namespace
}  // namespace duet::test
