#include <bit>
#include <cmath>

#include "product_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

/// An 8-bit format of floating-point numbers.
struct Float8Test {
  OperandFormat format;
  int digits;  ///< of the fraction
  int bias;

  /// A whole number from -4 to 4.
  std::uint8_t encode(int value) const {
    if (value == 0) return 0;
    const auto size = static_cast<unsigned>(std::abs(value));
    const int exponent = std::bit_width(size) - 1;
    const unsigned fraction = (size << digits >> exponent) & ((1u << digits) - 1);
    const unsigned field = static_cast<unsigned>(exponent + bias) << digits;
    return static_cast<std::uint8_t>((value < 0 ? 0x80u : 0u) | field | fraction);
  }
};

class ProductFormatTest : public ProductTest {
 protected:
  static constexpr ProductMethod methods[] = {ProductMethod::automatic, ProductMethod::arithmetic,
                                              ProductMethod::waves};
};

TEST_F(ProductFormatTest, Float8) {
  constexpr int m = 67, n = 80, k = 96;
  std::mt19937 random(1);
  const auto numbers = [&](int count) {
    std::vector<int> values(static_cast<std::size_t>(count));
    for (int& value : values) value = static_cast<int>(random() % 9) - 4;
    return values;
  };
  const std::vector<int> x = numbers(m * k), y = numbers(k * n);
  for (const Float8Test& of :
       {Float8Test{OperandFormat::e4m3, 3, 7}, Float8Test{OperandFormat::e5m2, 2, 15},
        Float8Test{OperandFormat::e4m3_fnuz, 3, 8}, Float8Test{OperandFormat::e5m2_fnuz, 2, 16}}) {
    const auto encoded = [&](const std::vector<int>& values) {
      std::vector<std::uint8_t> bytes;
      for (const int value : values) bytes.push_back(of.encode(value));
      return Buffer<std::uint8_t>(stream(), bytes);
    };
    const Buffer<std::uint8_t> a = encoded(x), b = encoded(y);
    for (const ProductMethod method : methods) {
      auto d = matrix<float>(m, n);
      const MatrixProduct product(device(), {.method = method, .format = of.format});
      product.launch(stream(), {.a = {a, {m, k}}, .b = {b, {k, n}}, .d = d.view(), .alpha = 0.5});
      expect_elements(d, {m, n, k}, [&](int r, int c) {
        int sum = 0;
        for (int i = 0; i < k; ++i) {
          sum += x[static_cast<std::size_t>(r * k + i)] * y[static_cast<std::size_t>(i * n + c)];
        }
        return 0.5 * sum;
      });
    }
  }
}

/// A float rounded to 11 significant bits, ties away from zero.
double rounded(float value) {
  int exponent = 0;
  const double fraction = std::frexp(double{value}, &exponent);
  return std::ldexp(std::round(std::ldexp(fraction, 11)), exponent - 11);
}

TEST_F(ProductFormatTest, Tf32IsRoundedToNearest) {
  constexpr int m = 33, n = 40, k = 96;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> x(m * k), y(k * n);
  for (float& value : x) value = uniform(random);
  for (float& value : y) value = uniform(random);
  const Buffer<float> a(stream(), x), b(stream(), y), d(device(), m * n);
  for (const ProductMethod method : methods) {
    for (const int splits : {0, 3}) {
      const MatrixProduct product(
          device(), {.method = method, .format = OperandFormat::tf32, .splits = splits});
      product.launch(stream(), {.a = {a, {m, k}}, .b = {b, {k, n}}, .d = {d, {m, n}}});
      const std::vector<float> result = read(stream(), d);
      for (int r = 0; r < m; ++r) {
        for (int c = 0; c < n; ++c) {
          double sum = 0, magnitude = 0;
          for (int i = 0; i < k; ++i) {
            const double term = rounded(x[static_cast<std::size_t>(r * k + i)]) *
                                rounded(y[static_cast<std::size_t>(i * n + c)]);
            sum += term;
            magnitude += std::abs(term);
          }
          EXPECT_NEAR(result[static_cast<std::size_t>(r * n + c)], sum, k * 0x1p-24 * magnitude);
        }
      }
    }
  }
}

TEST_F(ProductFormatTest, Errors) {
  const auto a = matrix<half>(8, 8), b = matrix<half>(8, 8), d = matrix<half>(8, 8);
  const MatrixProductCall call{.a = a.view(), .b = b.view(), .d = d.view()};
  const auto message = [&](OperandFormat format) {
    return std::string(
        error_of([&] { (void)MatrixProduct(device(), {.format = format}).plan(call); }).what());
  };
  EXPECT_THAT(message(OperandFormat::tf32),
              HasSubstr("operands of the format tf32 are arrays of f32"));
  EXPECT_THAT(message(OperandFormat::e4m3), HasSubstr("float8_e4m3 are arrays of u8"));
  const auto x = matrix<float>(8, 8);
  const MatrixProduct wide(device(),
                           {.method = ProductMethod::warpgroups, .format = OperandFormat::tf32});
  EXPECT_EQ(
      error_of([&] { (void)wide.plan({.a = x.view(), .b = x.view(), .d = d.view()}); }).code(),
      ErrorCode::not_supported);
}

}  // namespace
}  // namespace duet::test
