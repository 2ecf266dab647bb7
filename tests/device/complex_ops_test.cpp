#include <random>

#include "support/accuracy_check.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

/// The suite begins with "Accuracy": a filter selects all tests that write the table of accuracy.
using AccuracyOfComplexTest = DeviceTest;

/// duet::complex<T> on the host.
template <typename T>
struct Number {
  T re, im;
};
template <typename T>
Complex complex_of(Number<T> z) {
  return {value(z.re), value(z.im)};
}
template <typename T>
std::string text_of(Number<T> z) {
  return testing::PrintToString(z.re) + " + " + testing::PrintToString(z.im) + "i";
}

/// Numbers of all directions and many sizes, numbers on the axes, and numbers near the unit circle.
template <typename T>
std::vector<Number<T>> numbers_to_try(int exponents) {
  std::vector<Number<T>> numbers;
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> part(-1, 1), size(-exponents, 2.5);
  for (int i = 0; i < 8000; ++i) {
    const double scale = std::exp2(size(random));
    const T re = static_cast<T>(scale * part(random)), im = static_cast<T>(scale * part(random));
    numbers.insert(numbers.end(), {{re, im}, {re, T{0}}, {T{0}, im}});
    const double angle = 4 * part(random), near_one = 1 + 1e-4 * part(random);
    numbers.push_back(
        {static_cast<T>(near_one * std::cos(angle)), static_cast<T>(near_one * std::sin(angle))});
  }
  return numbers;
}

const std::vector<Accuracy<Complex(const Complex&, const Complex&)>> pairs{
    {"Add", [](const Complex& a, const Complex& b) { return a + b; }, {1, 1}},
    {"Subtract", [](const Complex& a, const Complex& b) { return a - b; }, {1, 1}},
    {"Multiply", [](const Complex& a, const Complex& b) { return a * b; }, {3, 3}},
    {"Divide", [](const Complex& a, const Complex& b) { return a / b; }, {6, 6}},
    {"Power", [](const Complex& a, const Complex& b) { return std::pow(a, b); }, {128, 128}}};

template <typename T>
void expect_accurate_complex(const Device& device) {
  const std::string type = std::string("duet::complex<") + NumberFormat<T>::name + ">";
  std::string source =
      "#include <duet/device/ops/binary.hpp>\n"
      "#include <duet/device/ops/unary.hpp>\n"
      "extern \"C\" __global__ void k(const " +
      type + "* in, " + type + "* out, " + NumberFormat<T>::name +
      "* sizes, unsigned count) {\n"
      "  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i >= count) return;\n"
      "  const " +
      type +
      " z = in[i], w = in[count - 1 - i];\n"
      "  sizes[i] = duet::ops::Abs{}(z);\n";
  std::size_t row = 0;
  const auto add = [&](const char* name, const char* operands) {
    source += "  out[" + std::to_string(row++) + " * count + i] = duet::ops::" + name + "{}(" +
              operands + ");\n";
  };
  for (const ComplexUnary& operation : complex_accuracies) add(operation.name, "z");
  for (const auto& operation : pairs) add(operation.name, "z, w");
  source += "}\n";
  const Kernel kernel = make_kernel(device, source, "k");

  const std::vector<Number<T>> numbers = numbers_to_try<T>(20);
  const std::size_t count = numbers.size();
  const Stream stream(device);
  const Buffer<Number<T>> in(device, count), out(device, count * row);
  const Buffer<T> sizes(device, count);
  write(stream, in, numbers);
  launch(stream, kernel, cover(count), in, out, sizes, static_cast<unsigned>(count));
  const std::vector<Number<T>> results = read(stream, out);

  NumberAnnotation<T> annotation(1), size_annotation(2);
  auto result = results.begin();
  for (const ComplexUnary& operation : complex_accuracies) {
    AccuracyCheck<T> check(std::string(operation.name) + " (complex)", operation.allowed,
                           &annotation);
    for (const Number<T> z : numbers) {
      check.compare(result->re, result->im, operation.reference(complex_of(z)),
                    [&] { return text_of(z); });
      ++result;
    }
  }
  for (const auto& operation : pairs) {
    AccuracyCheck<T> check(std::string(operation.name) + " (complex)", operation.allowed,
                           &annotation);
    for (std::size_t i = 0; i < count; ++i, ++result) {
      const Number<T> z = numbers[i], w = numbers[count - 1 - i];
      // The error of a power grows with |w log z|; large ones are not checked.
      if (operation.name == std::string("Power") &&
          std::abs(complex_of(w) * std::log(complex_of(z))) > 20) {
        annotation.add(0, any_error);
        annotation.add(0, any_error);
        continue;
      }
      check.compare(result->re, result->im, operation.reference(complex_of(z), complex_of(w)),
                    [&] { return text_of(z) + " and " + text_of(w); });
    }
  }
  AccuracyCheck<T> check("Abs (complex)", {3, 2}, &size_annotation);
  const std::vector<T> measured = read(stream, sizes);
  for (std::size_t i = 0; i < count; ++i) {
    check.compare(measured[i], std::abs(complex_of(numbers[i])),
                  [&] { return text_of(numbers[i]); });
  }
}

TEST_F(AccuracyOfComplexTest, OperationsOfFloats) { expect_accurate_complex<float>(device()); }
TEST_F(AccuracyOfComplexTest, OperationsOfDoubles) { expect_accurate_complex<double>(device()); }

using ComplexOpsTest = DeviceTest;

TEST_F(ComplexOpsTest, SpecialValuesAndEndsOfTheRange) {
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/ops/binary.hpp>
    #include <duet/device/ops/ternary.hpp>
    #include <duet/device/ops/unary.hpp>
    using namespace duet::ops;
    using Number = duet::complex<double>;
    extern "C" __global__ void k(Number* out, unsigned* answers) {
      const double infinity = duet::limits<double>::infinity();
      const double nan = duet::limits<double>::quiet_nan();
      out[0] = Exp{}(Number(-infinity, infinity));
      out[1] = Exp{}(Number(infinity, 0.0));
      out[2] = Exp{}(Number(710.0, 1.5));
      out[3] = Log{}(Number(-1.0, 0.0));
      out[4] = Log{}(Number(-1.0, -0.0));
      out[5] = Log{}(Number(1e308, 1e308));
      out[6] = Log{}(Number(0.0, 0.0));
      out[7] = Sqrt{}(Number(-4.0, 0.0));
      out[8] = Sqrt{}(Number(-4.0, -0.0));
      out[9] = Sqrt{}(Number(1e308, 1e308));
      out[10] = Sqrt{}(Number(5e-324, 0.0));
      out[11] = Sqrt{}(Number(-infinity, 1.0));
      out[12] = Tanh{}(Number(1000.0, 1.0));
      out[13] = Power{}(Number(0.0, 0.0), Number(0.0, 0.0));
      out[14] = Power{}(Number(0.0, 0.0), Number(2.0, 1.0));
      out[15] = Sign{}(Number(3.0, -4.0));
      out[16] = Negative{}(Number(3.0, -4.0));
      out[17] = Conjugate{}(Number(3.0, -4.0));
      out[18] = Number(Real{}(Number(3.0, -4.0)), Imag{}(Number(3.0, -4.0)));
      out[19] = FusedMultiplyAdd{}(Number(1.0, 2.0), Number(3.0, 4.0), Number(5.0, 6.0));
      out[20] = Select{}(Number(0.0, 1.0), Number(1.0, 2.0), Number(3.0, 4.0));
      out[21] = Sign{}(Number(0.0, 0.0));
      out[22] = Identity{}(Number(3.0, -4.0));
      answers[0] = IsNan{}(Number(0.0, nan)); answers[1] = IsNan{}(Number(infinity, 0.0));
      answers[2] = IsInf{}(Number(0.0, infinity)); answers[3] = IsFinite{}(Number(0.0, infinity));
      answers[4] = Equal{}(Number(1.0, 2.0), Number(1.0, 2.0));
      answers[5] = NotEqual{}(Number(1.0, 2.0), Number(1.0, 3.0));
      answers[6] = NaNEqual{}(Number(1.0, nan), Number(nan, 1.0));
      answers[7] = LogicalAnd{}(Number(0.0, 2.0), Number(0.0, 0.0));
      answers[8] = LogicalNot{}(Number(0.0, 2.0));
    })",
                                    "k");
  const Stream stream(device());
  const Buffer<Number<double>> out(device(), 23);
  const Buffer<unsigned> answers(device(), 9);
  const DumpTolerance tolerance("0", "1e-13");
  launch(stream, kernel, {{1}, {1}}, out, answers);
  DumpAnnotation(0).set_type<double>();
  const double infinity = HUGE_VAL, pi = std::acos(-1.0);
  const double half_exp = std::exp(355.0);
  const std::vector<Number<double>> expected{
      {0, 0},
      {infinity, 0},
      {half_exp * std::cos(1.5) * half_exp, infinity},
      {0, pi},
      {0, -pi},
      {std::log(1e308) + std::log(2) / 2, pi / 4},
      {-infinity, 0},
      {0, 2},
      {0, -2},
      {std::sqrt(1e308) * 1.09868411346781, std::sqrt(1e308) * 0.455089860562227},
      {std::sqrt(5e-324), 0},
      {0, infinity},
      {1, 0},
      {1, 0},
      {0, 0},
      {0.6, -0.8},
      {-3, 4},
      {3, 4},
      {3, -4},
      {0, 16},
      {1, 2},
      {0, 0},
      {3, -4}};
  const std::vector<Number<double>> results = read(stream, out);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto same = [](double a, double b) {
      return a == b || std::fabs(a - b) <= 1e-13 * std::fabs(b);
    };
    EXPECT_TRUE(same(results[i].re, expected[i].re) && same(results[i].im, expected[i].im))
        << i << ": " << text_of(results[i]) << ", expected " << text_of(expected[i]);
  }
  EXPECT_THAT(read(stream, answers), testing::ElementsAre(1, 0, 1, 0, 1, 1, 1, 0, 0));
}

}  // namespace
}  // namespace duet::test
