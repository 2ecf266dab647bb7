#include <cmath>
#include <set>

#include "product_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

/// Products on a device whose matrix unit warpgroups use.
class WarpgroupTest : public ProductTest {
 protected:
  void SetUp() override {
    ProductTest::SetUp();
    if (IsSkipped()) return;
    if (device().info().architecture != "sm_90") GTEST_SKIP() << "needs an sm_90 device";
  }
  static MatrixProduct product() {
    return MatrixProduct(device(), {.method = ProductMethod::warpgroups});
  }
};

TEST_F(WarpgroupTest, AllTilesEqualOrdinaryArithmetic) {
  constexpr Extents shapes[] = {{1, 264, 200},    {8, 520, 264},    {24, 136, 72},
                                {64, 1032, 136},  {130, 136, 1000}, {520, 328, 200},
                                {136, 4104, 72},  {8, 64, 16384},   {1032, 1032, 136},
                                {2056, 4104, 40}, {512, 2056, 64},  {4096, 136, 8}};
  std::set<std::string> tiles;
  for (const Extents& extents : shapes) {
    for (const bool a : {false, true}) {
      for (const bool b : {false, true}) {
        if (a && extents.rows % 8 != 0) continue;
        tiles.insert(compare<bfloat16, bfloat16>(product(), extents, {a, 8}, {b, 0}, {}));
      }
    }
    const int to_chunk = (16 - extents.depth % 16) % 16;
    tiles.insert(compare<std::int8_t, std::int32_t>(product(), extents, {false, to_chunk},
                                                    {true, to_chunk}, {}));
    tiles.insert(compare<half, half>(product(), extents, {}, {}, {false, 3}));
    tiles.insert(compare<half, float>(product(), extents, {}, {}, {true, 0}));
  }
  EXPECT_GE(tiles.size(), 8u) << testing::PrintToString(tiles);
}

/// The bits of 8-bit numbers, and the numbers.
struct Float8Operand {
  std::vector<std::uint8_t> bits;
  std::vector<double> values;
};

/// Positive numbers from 1/16 to 16.
Float8Operand float8_operand(OperandFormat format, std::size_t count, unsigned seed) {
  const bool is_e4m3 = format == OperandFormat::e4m3;
  const int digits = is_e4m3 ? 3 : 2, bias = is_e4m3 ? 7 : 15;
  std::mt19937 random(seed);
  Float8Operand made;
  for (std::size_t i = 0; i < count; ++i) {
    const int exponent = static_cast<int>(random() % 8) - 4;
    const auto fraction = static_cast<int>(random() % (1u << digits));
    made.bits.push_back(static_cast<std::uint8_t>(((exponent + bias) << digits) | fraction));
    made.values.push_back(std::ldexp(1 + std::ldexp(fraction, -digits), exponent));
  }
  return made;
}

TEST_F(WarpgroupTest, Float8SumsOverALongDepthAreThoseOfFloats) {
  constexpr int m = 136, n = 72, k = 8192 + 48;
  for (const OperandFormat format : {OperandFormat::e4m3, OperandFormat::e5m2}) {
    const Float8Operand x = float8_operand(format, m * k, 1), y = float8_operand(format, n * k, 2);
    const Buffer<std::uint8_t> a(stream(), x.bits), b(stream(), y.bits);
    const Buffer<float> d(device(), m * n);
    const MatrixProduct wide(device(), {.method = ProductMethod::warpgroups, .format = format});
    wide.launch(stream(),
                {.a = {a, {m, k}}, .b = ArrayView(b, {n, k}).transposed(), .d = {d, {m, n}}});
    const std::vector<float> result = read(stream(), d);
    for (std::size_t r = 0; r < m; r += 5) {
      for (std::size_t c = 0; c < n; ++c) {
        double sum = 0;
        for (std::size_t i = 0; i < k; ++i) sum += x.values[r * k + i] * y.values[c * k + i];
        EXPECT_NEAR(result[r * n + c], sum, 0x1p-9 * sum);
      }
    }
  }
}

TEST_F(WarpgroupTest, Tf32IsRoundedToNearestEven) {
  constexpr int m = 136, n = 72, k = 44;
  // One product in each sum: a row of A is a row of a unit matrix, times a number that is rounded.
  std::vector<float> x(m * k, 0.0f), y(n * k);
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(1, 2);
  for (std::size_t r = 0; r < m; ++r) x[r * k + r % k] = 1;
  for (float& value : y) value = uniform(random);
  for (std::size_t i = 0; i < k; ++i) y[i] = 1 + static_cast<float>(2 * i + 1) * 0x1p-11f;  // ties
  const Buffer<float> a(stream(), x), b(stream(), y), d(device(), m * n);
  const MatrixProduct wide(device(),
                           {.method = ProductMethod::warpgroups, .format = OperandFormat::tf32});
  wide.launch(stream(),
              {.a = {a, {m, k}}, .b = ArrayView(b, {n, k}).transposed(), .d = {d, {m, n}}});
  const std::vector<float> result = read(stream(), d);
  for (std::size_t r = 0; r < m; ++r) {
    for (std::size_t c = 0; c < n; ++c) {
      EXPECT_EQ(result[r * n + c],
                std::ldexp(std::nearbyint(std::ldexp(y[c * k + r % k], 10)), -10));
    }
  }
}

TEST_F(WarpgroupTest, UnsignedBytes) {
  const MatrixProduct wide(device(), {.method = ProductMethod::warpgroups});
  check<std::uint8_t, std::int32_t>(wide, {70, 72, 160}, {}, {true, 0});
}

TEST_F(WarpgroupTest, Batches) { check_batches(product(), 5, {72, 136, 40}); }

TEST_F(ProductTest, WarpgroupsAreRefusedWithTheReason) {
  const MatrixProduct product(device(), {.method = ProductMethod::warpgroups});
  const auto a = matrix<float>(8, 8), b = matrix<float>(8, 8), d = matrix<float>(8, 8);
  const Error error =
      error_of([&] { product.launch(stream(), {.a = a.view(), .b = b.view(), .d = d.view()}); });
  EXPECT_EQ(error.code(), ErrorCode::not_supported);
  EXPECT_THAT(error.what(), testing::AnyOf(HasSubstr("do not permit code for sm_90a"),
                                           HasSubstr("only f16, bf16, i8, u8, TF32 and OCP's")));
}

TEST_F(ProductTest, PlansTellTheKernel) {
  const MatrixProduct product(device(), {.method = ProductMethod::arithmetic});
  const auto a = matrix<float>(100, 8), b = matrix<float>(8, 70);
  const auto d = matrix<float>(100, 70), e = matrix<float>(100, 70, {true, 0});
  const MatrixProductCall call{.a = a.view(), .b = b.view(), .d = d.view()};
  EXPECT_EQ(to_string(product.plan(call)), "arithmetic, tiles of 64 x 64, 4 blocks");
  EXPECT_THAT(to_string(product.plan({.a = a.view(), .b = b.view(), .d = e.view()})),
              HasSubstr("transposed"));
  EXPECT_THAT(product.program(call).source, HasSubstr("TiledProduct"));
}

}  // namespace
}  // namespace duet::test
