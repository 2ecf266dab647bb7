#include <array>
#include <random>

#include "support/accuracy_check.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

/// The suite begins with "Accuracy": a filter selects all tests that write the table of accuracy.
using AccuracyOfPairsTest = DeviceTest;

/// Zeros, infinities, NaN, the ends of the range, and special cases of the operations.
template <typename T>
std::vector<T> special_operands() {
  using Format = NumberFormat<T>;
  using Bits = typename Format::Bits;
  const Bits sign = Bits{1} << (sizeof(T) * 8 - 1), last = Bits{1};
  const Bits one = static_cast<Bits>(static_cast<Bits>(Format::greatest) << (Format::digits - 1));
  const Bits half_step = static_cast<Bits>(last << (Format::digits - 2));
  const Bits infinity =
      static_cast<Bits>(static_cast<Bits>(2 * Format::greatest + 1) << (Format::digits - 1));
  std::vector<T> numbers;
  for (const Bits bits :
       {Bits{0}, last, static_cast<Bits>(2 * half_step), one, static_cast<Bits>(one - last),
        static_cast<Bits>(one + last), static_cast<Bits>(one + half_step),               // 1.5
        static_cast<Bits>(one + 2 * half_step), static_cast<Bits>(one - 2 * half_step),  // 2, 0.5
        static_cast<Bits>(one + 3 * half_step),                                          // 3
        static_cast<Bits>(infinity - last), infinity, static_cast<Bits>(infinity + half_step)}) {
    numbers.push_back(from_bits<T>(bits));
    numbers.push_back(from_bits<T>(static_cast<Bits>(sign | bits)));
  }
  return numbers;
}

template <typename T>
struct Pairs {
  std::vector<T> a{}, b{};

  /// Pairs of special numbers, of special and random numbers, and of random numbers.
  Pairs() {
    const std::vector<T> special = special_operands<T>();
    std::mt19937_64 random(2);
    const auto any = [&] {
      const T x = from_bits<T>(static_cast<typename NumberFormat<T>::Bits>(random()));
      return std::isnan(value(x)) ? special.front() : x;  // excludes signalling NaN
    };
    // Numbers of similar size, as in most programs.
    const auto near_one = [&] {
      using Format = NumberFormat<T>;
      using Bits = typename Format::Bits;
      const Bits step = static_cast<Bits>(Bits{1} << (Format::digits - 1));
      const Bits sign = static_cast<Bits>((random() & 1) << (sizeof(T) * 8 - 1));
      const auto exponent =
          static_cast<Bits>(Format::greatest - 4 + static_cast<int>(random() % 9));
      return from_bits<T>(static_cast<Bits>(sign | (exponent * step + random() % step)));
    };
    for (const T x : special) {
      for (const T y : special) add(x, y);
      for (int i = 0; i < 20; ++i) {
        add(x, any());
        add(any(), x);
        add(x, near_one());
        add(near_one(), x);
      }
    }
    for (int i = 0; i < 4000; ++i) {
      add(any(), any());
      add(near_one(), near_one());
    }
  }

  std::size_t size() const { return a.size(); }

 private:
  void add(T x, T y) {
    a.push_back(x);
    b.push_back(y);
  }
};

const std::vector<std::pair<const char*, bool (*)(double, double)>> comparisons{
    {"Equal", [](double a, double b) { return a == b; }},
    {"NotEqual", [](double a, double b) { return a != b; }},
    {"NaNEqual", [](double a, double b) { return a == b || (a != a && b != b); }},
    {"Less", [](double a, double b) { return a < b; }},
    {"LessEqual", [](double a, double b) { return a <= b; }},
    {"Greater", [](double a, double b) { return a > b; }},
    {"GreaterEqual", [](double a, double b) { return a >= b; }},
    {"LogicalAnd", [](double a, double b) { return a != 0 && b != 0; }},
    {"LogicalOr", [](double a, double b) { return a != 0 || b != 0; }},
    {"LogicalXor", [](double a, double b) { return (a != 0) != (b != 0); }}};

/// The neighbour of a in the direction of b, computed from the bits.
template <typename T>
T next_after(T a, T b) {
  using Bits = typename NumberFormat<T>::Bits;
  const double from = value(a), to = value(b);
  if (std::isnan(from) || from == to) return std::isnan(from) ? a : b;
  if (std::isnan(to)) return b;
  const Bits bits = std::bit_cast<Bits>(a);
  const Bits sign = static_cast<Bits>(Bits{1} << (sizeof(T) * 8 - 1));
  if (from == 0) return from_bits<T>(static_cast<Bits>(to < 0 ? sign | 1u : 1u));
  return from_bits<T>(static_cast<Bits>((from < to) == (from > 0) ? bits + 1u : bits - 1u));
}

template <typename T>
void expect_accurate_pairs(const Device& device) {
  const std::string type = NumberFormat<T>::name;
  std::string source =
      "#include <duet/device/ops/binary.hpp>\n"
      "#include <duet/device/ops/unary.hpp>\n"
      "extern \"C\" __global__ void k(const " +
      type + "* in_a, const " + type + "* in_b, " + type +
      "* out, unsigned* answers, unsigned count) {\n"
      "  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i >= count) return;\n"
      "  const " +
      type +
      " a = in_a[i], b = in_b[i];\n"
      "  unsigned bits = 0;\n";
  for (std::size_t row = 0; row < binary_accuracies.size(); ++row) {
    source += "  out[" + std::to_string(row) +
              " * count + i] = duet::ops::" + binary_accuracies[row].name + "{}(a, b);\n";
  }
  source += "  out[" + std::to_string(binary_accuracies.size()) +
            " * count + i] = duet::ops::NextAfter{}(a, b);\n";
  for (std::size_t bit = 0; bit < comparisons.size(); ++bit) {
    source += "  bits |= unsigned(duet::ops::" + std::string(comparisons[bit].first) +
              "{}(a, b)) << " + std::to_string(bit) + ";\n";
  }
  source += R"(
    bits |= unsigned(duet::ops::IsNan{}(a)) << 16 | unsigned(duet::ops::IsInf{}(a)) << 17 |
            unsigned(duet::ops::IsFinite{}(a)) << 18 | unsigned(duet::ops::LogicalNot{}(a)) << 19;
    answers[i] = bits;
  })";
  const Kernel kernel = make_kernel(device, source, "k");

  const Pairs<T> pairs;
  const Stream stream(device);
  const Buffer<T> a(device, pairs.size()), b(device, pairs.size());
  const Buffer<T> out(device, pairs.size() * (binary_accuracies.size() + 1));
  const Buffer<unsigned> answers(device, pairs.size());
  write(stream, a, pairs.a);
  write(stream, b, pairs.b);
  launch(stream, kernel, cover(pairs.size()), a, b, out, answers,
         static_cast<unsigned>(pairs.size()));
  const std::vector<T> results = read(stream, out);

  NumberAnnotation<T> annotation(2);
  auto result = results.begin();
  for (const Binary& operation : binary_accuracies) {
    AccuracyCheck<T> check(operation.name, operation.allowed, &annotation);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const double x = value(pairs.a[i]), y = value(pairs.b[i]);
      check.compare(*result++, operation.reference(x, y), [&] {
        return testing::PrintToString(x) + " and " + testing::PrintToString(y);
      });
    }
  }
  AccuracyCheck<T> next("NextAfter", exact, &annotation);
  const std::vector<unsigned> bits = read(stream, answers);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double x = value(pairs.a[i]), y = value(pairs.b[i]);
    next.compare(*result++, value(next_after(pairs.a[i], pairs.b[i])),
                 [&] { return testing::PrintToString(x) + " to " + testing::PrintToString(y); });
    unsigned expected = 0;
    for (std::size_t bit = 0; bit < comparisons.size(); ++bit) {
      expected |= static_cast<unsigned>(comparisons[bit].second(x, y)) << bit;
    }
    expected |= static_cast<unsigned>(std::isnan(x)) << 16 |
                static_cast<unsigned>(std::isinf(x)) << 17 |
                static_cast<unsigned>(std::isfinite(x)) << 18 | static_cast<unsigned>(x == 0) << 19;
    ASSERT_EQ(bits[i], expected) << type << " " << x << " and " << y;
  }
}

TEST_F(AccuracyOfPairsTest, OperationsOfHalf) { expect_accurate_pairs<half>(device()); }
TEST_F(AccuracyOfPairsTest, OperationsOfBfloat16) { expect_accurate_pairs<bfloat16>(device()); }
TEST_F(AccuracyOfPairsTest, OperationsOfFloat) { expect_accurate_pairs<float>(device()); }
TEST_F(AccuracyOfPairsTest, OperationsOfDouble) { expect_accurate_pairs<double>(device()); }

/// A text for comparisons, in which NaN equals NaN.
std::string text_of(double x) { return std::isnan(x) ? "nan" : testing::PrintToString(x); }

TEST_F(AccuracyOfPairsTest, OperationsOfThreeNumbers) {
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/ops/ternary.hpp>
    using namespace duet::ops;
    extern "C" __global__ void k(const double* x, double* out) {
      const double infinity = duet::limits<double>::infinity(), nan = infinity - infinity;
      out[0] = Clamp{}(x[0], -1.0, 1.0);
      out[1] = Clamp{}(x[1], -1.0, 1.0);
      out[2] = Clamp{}(x[2], -1.0, 1.0);
      out[3] = Clamp{}(nan, -1.0, 1.0);
      out[4] = Clamp{}(x[2], 1.0, -1.0);
      out[5] = Select{}(x[2], 3.0, 4.0);
      out[6] = Select{}(0, 3.0, 4.0);
      out[7] = Select{}(nan, 3.0, 4.0);
      out[8] = FusedMultiplyAdd{}(1 + x[3], 1 - x[3], -1.0);
      out[9] = FusedMultiplyAdd{}(1 + float(x[4]), 1 - float(x[4]), -1.0f);
      out[10] = FusedMultiplyAdd{}(duet::half(1 + float(x[5])), duet::half(1 - float(x[5])),
                                   duet::half(-1.0f));
      out[11] = Lerp{}(x[0], x[1], 0.0);
      out[12] = Lerp{}(x[0], x[1], 1.0);
      out[13] = Lerp{}(2.0, 6.0, 0.25);
      out[14] = Lerp{}(duet::half(2.0f), duet::half(6.0f), duet::half(0.5f));
      out[15] = FusedMultiplyAdd{}(5, -3, 7);
    })",
                                    "k");
  const double tiny = std::ldexp(1.0, -30), float_tiny = std::ldexp(1.0, -14);
  const double half_tiny = std::ldexp(1.0, -10);
  const Stream stream(device());
  const Buffer<double> x(device(), 6), out(device(), 16);
  write(stream, x, {-7.3, 5.1, 0.25, tiny, float_tiny, half_tiny});
  launch(stream, kernel, {{1}, {1}}, x, out);
  std::vector<std::string> texts;
  for (const double number : read(stream, out)) texts.push_back(text_of(number));
  std::vector<std::string> expected;
  for (const double number :
       {-1.0, 1.0, 0.25, std::nan(""), -1.0, 3.0, 4.0, 3.0, -tiny * tiny, -float_tiny * float_tiny,
        -half_tiny * half_tiny, -7.3, 5.1, 3.0, 4.0, -8.0}) {
    expected.push_back(text_of(number));
  }
  EXPECT_EQ(texts, expected);
}

}  // namespace
}  // namespace duet::test
