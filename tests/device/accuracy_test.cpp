#include <numbers>
#include <random>

#include "support/accuracy_check.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

using AccuracyTest = DeviceTest;

/// Numbers of every size and sign, and many near zeros and poles of the operations.
template <typename T>
std::vector<T> numbers_to_try() {
  using Format = NumberFormat<T>;
  using Bits = typename Format::Bits;
  std::vector<T> numbers;
  const auto add_bits = [&](Bits bits) { numbers.push_back(from_bits<T>(bits)); };
  if constexpr (sizeof(T) == 2) {
    for (unsigned bits = 0; bits < 65536; ++bits) add_bits(static_cast<Bits>(bits));
  } else {
    std::mt19937_64 random(1);
    const Bits step = Bits{1} << (Format::digits - 1), sign = Bits{1} << (sizeof(T) * 8 - 1);
    const int each = sizeof(T) == 4 ? 24 : 6;
    for (Bits first = 0; first < sign; first += step) {
      for (int i = 0; i < each; ++i) {
        // The ends of the range with this exponent, and random numbers between them.
        const Bits fraction = i < 2 ? static_cast<Bits>(i) : i == 2 ? step - 1 : random() % step;
        add_bits(first | fraction);
        add_bits(sign | first | fraction);
      }
    }
    for (const double range : {1.0, 4.0, 30.0, 100.0, 800.0}) {
      std::uniform_real_distribution<double> within(-range, range);
      for (int i = 0; i < 3000; ++i) numbers.push_back(static_cast<T>(within(random)));
    }
    for (int i = -200; i <= 200; ++i) {
      for (const double unit : {0.5, std::numbers::pi / 4}) {
        const T number = static_cast<T>(unit * i);
        for (const T end : {-std::numeric_limits<T>::infinity(), T{0}}) {
          numbers.insert(numbers.end(), {number, std::nextafter(number, end),
                                         static_cast<T>(number * (1 + 1e-3)), number + T{1e-5f}});
        }
      }
    }
    // Zeros of lgamma and digamma.
    for (const double zero : {-2.7476826467274, -2.4570247382208, 1.4616321449683, -0.5040830082644,
                              -1.5734984731623, -2.6107208684441, -3.1435808883499}) {
      for (int i = -50; i <= 50; ++i) numbers.push_back(static_cast<T>(zero * (1 + i * 1e-7)));
    }
  }
  return numbers;
}

/// Runs every operation of the table on numbers of one type.
template <typename T>
void expect_accurate(const Device& device) {
  const std::string type = NumberFormat<T>::name;
  std::string source =
      "#include <duet/device/ops/unary.hpp>\n"
      "extern \"C\" __global__ void k(const " +
      type + "* in, " + type +
      "* out, unsigned count) {\n"
      "  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i >= count) return;\n"
      "  const " +
      type + " x = in[i];\n";
  for (std::size_t row = 0; row < unary_accuracies.size(); ++row) {
    source += "  out[" + std::to_string(row) +
              " * count + i] = duet::ops::" + unary_accuracies[row].name + "{}(x);\n";
  }
  source += "}\n";
  const Kernel kernel = make_kernel(device, source, "k");

  const std::vector<T> numbers = numbers_to_try<T>();
  const Stream stream(device);
  const Buffer<T> in(device, numbers.size()), out(device, numbers.size() * unary_accuracies.size());
  write(stream, in, numbers);
  launch(stream, kernel, cover(numbers.size()), in, out, static_cast<unsigned>(numbers.size()));
  const std::vector<T> results = read(stream, out);

  NumberAnnotation<T> annotation(1);
  auto result = results.begin();
  for (const Unary& operation : unary_accuracies) {
    AccuracyCheck<T> check(operation.name, operation.allowed, &annotation);
    for (const T number : numbers) {
      const double x = value(number);
      check.compare(
          *result++, operation.reference(x), [&] { return testing::PrintToString(x); },
          x < 0 || !operation.allowed.only_negative);
    }
  }
}

TEST_F(AccuracyTest, OperationsOfHalf) { expect_accurate<half>(device()); }
TEST_F(AccuracyTest, OperationsOfBfloat16) { expect_accurate<bfloat16>(device()); }
TEST_F(AccuracyTest, OperationsOfFloat) { expect_accurate<float>(device()); }
TEST_F(AccuracyTest, OperationsOfDouble) { expect_accurate<double>(device()); }

/// Checks the functions of reference_math.hpp.
TEST(AccuracyReference, HasKnownValues) {
  using std::numbers::egamma_v;
  using std::numbers::ln2_v;
  using std::numbers::pi_v;
  constexpr long double gamma = egamma_v<long double>, ln2 = ln2_v<long double>;
  constexpr long double pi = pi_v<long double>;
  const auto expect_near = [](long double result, long double expected) {
    EXPECT_LT(std::fabs(result - expected), 1e-17L) << result << ", expected " << expected;
  };
  expect_near(reference_digamma(1), -gamma);
  expect_near(reference_digamma(2), 1 - gamma);
  expect_near(reference_digamma(0.5L), -gamma - 2 * ln2);
  expect_near(reference_digamma(0.25L), -gamma - pi / 2 - 3 * ln2);
  expect_near(reference_digamma(-0.5L), 2 - gamma - 2 * ln2);
  expect_near(reference_digamma(100), 4.600161852738087400198537L);
  for (const long double x : {1e-15L, 0.1L, 0.5L, 0.9L, 0.999999L, -0.7L}) {
    expect_near(std::erf(reference_erfinv(x)) / x, 1);
  }
}

}  // namespace
}  // namespace duet::test
