// duet::complex compared with std::complex<long double>. Bounds are in units of 2^-24 for float and
// 2^-53 for double, relative to the absolute value of the result.

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <span>

#include "support/dump_annotation.hpp"
#include "support/element_run.hpp"

namespace duet::test {
namespace {

using Wide = std::complex<long double>;

template <typename T>
struct Results {
  std::complex<T> sum, difference, product, quotient, real_product, real_quotient, of_real, conj,
      polar;
  T abs, arg, norm;
  std::int32_t comparisons;
};

const std::string source = R"(
    #include <duet/device/complex.hpp>
    template <typename T> struct Results {
      duet::complex<T> sum, difference, product, quotient, real_product, real_quotient, of_real, conj, polar;
      T abs, arg, norm;
      int comparisons;
    };
    template <typename T> __global__ void k(unsigned n, const duet::complex<T>* x,
                                            const duet::complex<T>* y, Results<T>* out) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      const duet::complex<T> a = x[i], b = y[i];
      const T r = b.re;
      out[i] = {a + b, a - b, a * b, a / b, a * r, a / r, r / a, conj(a), duet::polar(a.re, a.im),
                abs(a), arg(a), norm(a),
                (a == b) + 2 * (a != b) + 4 * (a == r) + 8 * (r != a) + 16 * (a == a)};
    }
    template <typename T> __global__ void mixed(unsigned n, const duet::complex<T>* x, duet::complex<T>* out) {
      if (threadIdx.x >= n) return;
      duet::complex<T> a = *x, b = 2;
      a += 1;        // integers and real numbers of any type
      a -= 0.5f;
      a *= 2.0;
      a /= b;
      a += b;
      a -= b * b;
      a *= duet::complex<T>(0, 1);
      a /= -b;
      const duet::complex<double> wide = duet::complex<float>(3, 4);
      out[0] = a + 1 - 2 * a + real(a) + imag(a) + duet::complex<T>(wide);
    })";

/// Annotates the dump: only members passed to `add` are compared.
template <typename T>
class PartsAnnotation {
 public:
  explicit PartsAnnotation(std::span<const Results<T>> found)
      : begin_(reinterpret_cast<const T*>(found.data())),
        allowed_(annotation_.is_dumped() ? found.size_bytes() / sizeof(T) : 0, any_error) {}
  PartsAnnotation(const PartsAnnotation&) = delete;
  PartsAnnotation& operator=(const PartsAnnotation&) = delete;
  ~PartsAnnotation() {
    annotation_.set_type<T>();
    annotation_.set_allowed(allowed_);
  }

  /// @param allowed  allowed distance of another device's result from this one
  template <typename Member>
  void add(const Member& member, long double allowed) {
    if (!annotation_.is_dumped()) return;
    const auto first = reinterpret_cast<const T*>(&member) - begin_;
    std::fill_n(allowed_.begin() + first, sizeof(Member) / sizeof(T), static_cast<double>(allowed));
  }

 private:
  DumpAnnotation annotation_{3};
  const T* begin_;
  std::vector<double> allowed_;
};

/// Collects the largest error of an operation, in units. The destructor checks it.
template <typename T>
class Worst {
 public:
  /// @param most  the allowed error, in units
  Worst(PartsAnnotation<T>& annotation, double most) : annotation_(annotation), most_(most) {}
  Worst(const Worst&) = delete;
  Worst& operator=(const Worst&) = delete;
  ~Worst() { EXPECT_LE(static_cast<double>(worst_), most_); }

  void add(const std::complex<T>& found, Wide expected) {
    annotate(found, add_error(std::abs(wide(found) - expected), std::abs(expected)));
  }
  void add(const T& found, long double expected) {
    annotate(found, add_error(std::fabs(found - expected), std::fabs(expected)));
  }

  static Wide wide(std::complex<T> z) { return {z.real(), z.imag()}; }

 private:
  /// @returns the allowed distance of another device's result from this one
  long double add_error(long double error, long double size) {
    // A subnormal part may also be off by its last bit.
    const long double excess = error - std::numeric_limits<T>::denorm_min();
    if (!(excess <= 0)) {
      worst_ = std::max(worst_, std::ldexp(excess / size, std::numeric_limits<T>::digits));
    }
    return error + std::ldexp(most_ * size, -std::numeric_limits<T>::digits) +
           std::numeric_limits<T>::denorm_min();
  }
  template <typename Member>
  void annotate(const Member& found, long double allowed) {
    annotation_.add(found, allowed);
  }

  PartsAnnotation<T>& annotation_;
  double most_;
  long double worst_ = 0;
};

template <typename T>
class ComplexTest : public DeviceTest {
 protected:
  static std::string kernel(const std::string& name) {
    return name + (sizeof(T) == 4 ? "<float>" : "<double>");
  }
  static ElementKernels kernels(const std::string& name) {
    return {DeviceTest::device(), source, {kernel(name)}};
  }
  /// Numbers whose parts have independent random exponents in this range.
  static std::vector<std::complex<T>> random_numbers(unsigned seed, int lowest, int highest) {
    std::mt19937 random(seed);
    const auto part = [&] {
      const T digits = std::uniform_real_distribution<T>(1, 2)(random);
      const int exponent = std::uniform_int_distribution(lowest, highest)(random);
      return std::ldexp(random() % 2 == 0 ? digits : -digits, exponent);
    };
    std::vector<std::complex<T>> numbers(50000);
    for (std::complex<T>& number : numbers) {
      const T re = part();
      number = {re, part()};
    }
    return numbers;
  }
};

using Parts = testing::Types<float, double>;
TYPED_TEST_SUITE(ComplexTest, Parts);

TYPED_TEST(ComplexTest, OperationsStayWithinTheirBounds) {
  using T = TypeParam;
  const auto x = this->random_numbers(5, -8, 8), y = this->random_numbers(6, -8, 8);
  const auto found = this->kernels("k").template run<Results<T>>(this->kernel("k"), x, y);
  PartsAnnotation<T> annotation(found);
  Worst<T> product(annotation, 2.24), quotient(annotation, 6), of_real(annotation, 6),
      polar(annotation, 8), abs(annotation, 8), arg(annotation, 8), norm(annotation, 2.01);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::complex<T> a = x[i], b = y[i];
    const Wide p = Worst<T>::wide(a), q = Worst<T>::wide(b);
    const Results<T>& one = found[i];
    for (const auto* exact :
         {&one.sum, &one.difference, &one.real_product, &one.real_quotient, &one.conj}) {
      annotation.add(*exact, 0);
    }
    annotation.add(one.comparisons, 0);
    ASSERT_EQ(one.sum, a + b);
    ASSERT_EQ(one.difference, a - b);
    ASSERT_EQ(one.real_product, a * b.real());
    ASSERT_EQ(one.real_quotient, a / b.real());
    ASSERT_EQ(one.conj, std::conj(a));
    ASSERT_EQ(one.comparisons, 2 + 8 + 16);
    product.add(one.product, p * q);
    quotient.add(one.quotient, p / q);
    of_real.add(one.of_real, q.real() / p);
    polar.add(one.polar, {p.real() * std::cos(p.imag()), p.real() * std::sin(p.imag())});
    abs.add(one.abs, std::abs(p));
    arg.add(one.arg, std::arg(p));
    norm.add(one.norm, std::norm(p));
  }
}

/// Operands whose squares overflow or underflow, and results near the ends of the range.
TYPED_TEST(ComplexTest, QuotientsAndAbsoluteValuesOverflowOnlyIfTheExactResultDoes) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const int least = Limits::min_exponent - Limits::digits, greatest = Limits::max_exponent - 1;
  auto x = this->random_numbers(7, least, greatest), y = this->random_numbers(8, least, greatest);
  const T ends[] = {Limits::max(), -Limits::max(), Limits::min(), Limits::denorm_min(), 1, 0};
  for (const T a : ends) {
    for (const T b : ends) {
      for (const T c : ends) {
        for (const T d : ends) {
          if (c == 0 && d == 0) continue;
          x.emplace_back(a, b);
          y.emplace_back(c, d);
        }
      }
    }
  }
  const auto found = this->kernels("k").template run<Results<T>>(this->kernel("k"), x, y);
  PartsAnnotation<T> annotation(found);
  Worst<T> quotient(annotation, 6), abs(annotation, 8);
  std::size_t finite = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Wide a = Worst<T>::wide(x[i]), b = Worst<T>::wide(y[i]), expected = a / b;
    // A part near the largest number may be rounded to infinity.
    constexpr long double end =
        Limits::max() * (1 - 4 * static_cast<long double>(Limits::epsilon()));
    if (std::fabs(expected.real()) < end && std::fabs(expected.imag()) < end) {
      ++finite;
      quotient.add(found[i].quotient, expected);
    } else {
      const std::complex<T> q = found[i].quotient;
      EXPECT_TRUE(std::abs(q) > Limits::max() / 2) << x[i] << " / " << y[i] << " is " << q;
    }
    if (std::abs(a) < end) abs.add(found[i].abs, std::abs(a));
  }
  EXPECT_GT(finite, x.size() / 2);
}

TYPED_TEST(ComplexTest, MixesWithRealNumbersOfEveryType) {
  using T = TypeParam;
  const std::vector<std::complex<T>> one{{1, 2}};
  const auto found =
      this->kernels("mixed").template run<std::complex<T>>(this->kernel("mixed"), one);
  EXPECT_EQ(found[0], (std::complex<T>{4.25, 3.75}));
}

}  // namespace
}  // namespace duet::test
