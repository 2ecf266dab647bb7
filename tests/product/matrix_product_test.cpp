#include "product_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using MatrixProductTest = ProductTest;

constexpr Extents shapes[] = {{1, 1, 1},    {1, 7, 5},     {17, 1, 13},  {3, 129, 31},
                              {64, 64, 64}, {65, 72, 100}, {130, 90, 17}};

TEST_F(MatrixProductTest, AllShapesAndLayouts) {
  const MatrixProduct product(device());
  for (const bool a : {false, true}) {
    for (const bool b : {false, true}) {
      for (const Extents& extents : shapes) {
        check<half, half>(product, extents, {a, 0}, {b, 0});
        check<half, half>(product, extents, {a, 3}, {b, 1}, {false, 2});
      }
    }
  }
}

TEST_F(MatrixProductTest, ColumnMajorResults) {
  const MatrixProduct product(device());
  for (const Extents& extents : shapes) check<float, float>(product, extents, {}, {}, {true, 1});
}

TEST_F(MatrixProductTest, AllTypes) {
  const MatrixProduct product(device());
  const Extents extents{33, 70, 45};
  check<bfloat16, bfloat16>(product, extents);
  check<bfloat16, float>(product, extents);
  check<float, float>(product, extents);
  check<double, double>(product, extents);
  check<std::int8_t, std::int32_t>(product, extents);
  check<half, float>(product, extents, {true, 0}, {true, 0});
}

TEST_F(MatrixProductTest, RealNumbersAreSummedInFloat) {
  constexpr int n = 40, depth = 300;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> x(n * depth), y(depth * n);
  for (float& value : x) value = uniform(random);
  for (float& value : y) value = uniform(random);
  const Buffer<float> a(stream(), x), b(stream(), y), d(device(), n * n);
  MatrixProduct(device()).launch(stream(),
                                 {.a = {a, {n, depth}}, .b = {b, {depth, n}}, .d = {d, {n, n}}});
  const std::vector<float> result = read(stream(), d);
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      double sum = 0, magnitude = 0;
      for (int k = 0; k < depth; ++k) {
        const double term = double{x[r * depth + k]} * y[k * n + c];
        sum += term;
        magnitude += std::abs(term);
      }
      EXPECT_NEAR(result[r * n + c], sum, depth * 0x1p-24 * magnitude);
    }
  }
}

TEST_F(MatrixProductTest, FactorsAndAnAddedMatrix) {
  const MatrixProduct product(device());
  const Extents extents{20, 66, 19};
  const auto a = matrix<float>(20, 19), b = matrix<float>(19, 66);
  const auto c = matrix<float>(20, 66, {true, 2}), row = matrix<float>(1, 66);
  auto d = matrix<float>(20, 66);
  const std::vector<float> before = d.values();
  product.launch(stream(), {.a = a.view(), .b = b.view(), .d = d.view(), .alpha = 2, .beta = 0.5});
  expect_elements(d, extents, [&](int r, int k) {
    return 2 * dot(a, b, r, k, 19) + 0.5 * double{before[static_cast<std::size_t>(r * 66 + k)]};
  });
  product.launch(stream(),
                 {.a = a.view(), .b = b.view(), .d = d.view(), .beta = -1, .c = c.view()});
  expect_elements(d, extents, [&](int r, int k) { return dot(a, b, r, k, 19) - c(r, k); });
  product.launch(stream(),
                 {.a = a.view(), .b = b.view(), .d = d.view(), .beta = 3, .c = row.view()});
  expect_elements(d, extents, [&](int r, int k) { return dot(a, b, r, k, 19) + 3 * row(0, k); });
}

TEST_F(MatrixProductTest, EpiloguesWithBiasActivationAndResidual) {
  Fusion epilogue("layer");
  const FusionValue sum = epilogue.input(DataType::f32);
  const FusionValue bias = epilogue.cast(epilogue.input(DataType::f16), DataType::f32);
  const FusionValue residual = epilogue.cast(epilogue.input(DataType::f16), DataType::f32);
  const FusionValue zero = epilogue.constant(0.0f);
  epilogue.output(
      epilogue.cast(epilogue.apply("Maximum", sum + bias, zero) + residual, DataType::f16));
  const MatrixProduct product(device(), epilogue);
  for (const Extents& extents : {Extents{5, 24, 40}, Extents{72, 136, 64}}) {
    const auto a = matrix<half>(extents.rows, extents.depth);
    const auto b = matrix<half>(extents.depth, extents.columns, {true, 0});
    const auto of_bias = matrix<half>(1, extents.columns);
    const auto of_residual = matrix<half>(extents.rows, extents.columns);
    auto d = matrix<half>(extents.rows, extents.columns);
    const std::int64_t n = extents.columns;
    const ArrayView bias_array(of_bias.view().data(), DataType::f16, Dimensions{n});
    product.launch(
        stream(),
        {.a = a.view(), .b = b.view(), .d = d.view(), .inputs = {bias_array, of_residual.view()}});
    expect_elements(d, extents, [&](int r, int c) {
      return std::max(dot(a, b, r, c, extents.depth) + of_bias(0, c), 0.0) + of_residual(r, c);
    });
  }
}

TEST_F(MatrixProductTest, BatchesAreBroadcast) {
  // Three times four matrices; a's dimensions are exchanged, b is one matrix for each of the four.
  constexpr int m = 9, n = 10, k = 8;
  const MatrixProduct product(device());
  const auto a = matrix<float>(4 * 3 * m, k), b = matrix<float>(4 * k, n);
  auto d = matrix<float>(3 * 4 * m, n);
  const auto data = [](const auto& matrix) { return const_cast<void*>(matrix.view().data()); };
  const ArrayView many(data(a), DataType::f32, {3, 4, m, k}, {m * k, 3 * m * k, k, 1});
  const ArrayView some(data(b), DataType::f32, {1, 4, k, n});
  const ArrayView result(data(d), DataType::f32, {3, 4, m, n});
  product.launch(stream(), {.a = many, .b = some, .d = result});
  expect_elements(d, {3 * 4 * m, n, k}, [&](int row, int column) {
    const int i = row / m / 4, j = row / m % 4;
    double sum = 0;
    for (int x = 0; x < k; ++x) sum += a((j * 3 + i) * m + row % m, x) * b(j * k + x, column);
    return sum;
  });
}

TEST_F(MatrixProductTest, ReversedMatrices) {
  const MatrixProduct product(device());
  const auto a = matrix<float>(6, 7), b = matrix<float>(7, 5);
  auto d = matrix<float>(6, 5);
  const auto* const last = static_cast<const float*>(a.view().data()) + 6 * 7 - 1;
  product.launch(
      stream(),
      {.a = ArrayView(last, DataType::f32, {6, 7}, {-7, -1}), .b = b.view(), .d = d.view()});
  expect_elements(d, {6, 5, 7}, [&](int r, int c) {
    double sum = 0;
    for (int k = 0; k < 7; ++k) sum += a(5 - r, 6 - k) * b(k, c);
    return sum;
  });
}

TEST_F(MatrixProductTest, OperandAndResultInOneMatrix) {
  const MatrixProduct product(device());
  auto whole = matrix<float>(12, 20);
  const auto b = matrix<float>(8, 8);
  auto* const data = static_cast<float*>(const_cast<void*>(whole.view().data()));
  const ArrayView left(data, DataType::f32, {12, 8}, {20, 1});
  product.launch(
      stream(),
      {.a = left, .b = b.view(), .d = ArrayView(data + 12, DataType::f32, {12, 8}, {20, 1})});
  whole.refresh(stream());
  for (int r = 0; r < 12; ++r) {
    for (int c = 0; c < 8; ++c) EXPECT_EQ(whole(r, 12 + c), dot(whole, b, r, c, 8));
  }
  const ArrayView overlapping(data + 7, DataType::f32, {12, 8}, {20, 1});
  EXPECT_THAT(error_of([&] {
                product.launch(stream(), {.a = left, .b = b.view(), .d = overlapping});
              }).what(),
              HasSubstr("d shares memory with a"));
}

TEST_F(MatrixProductTest, EmptyProducts) {
  const MatrixProduct product(device());
  const auto a = matrix<half>(8, 8), b = matrix<half>(8, 8);
  auto d = matrix<half>(8, 8);
  const void *x = a.view().data(), *y = b.view().data();
  product.launch(stream(), {.a = ArrayView(x, DataType::f16, {8, 0}),
                            .b = ArrayView(y, DataType::f16, {0, 8}),
                            .d = d.view()});
  expect_elements(d, {8, 8, 0}, [](int, int) { return 0.0; });
  const MatrixProductCall empty{.a = ArrayView(x, DataType::f16, {0, 8}),
                                .b = b.view(),
                                .d = ArrayView(static_cast<void*>(nullptr), DataType::f16, {0, 8})};
  EXPECT_NO_THROW(product.launch(stream(), empty));
  EXPECT_EQ(product.plan(empty).blocks, 0u);
}

TEST_F(MatrixProductTest, EncodersOrderProducts) {
  const MatrixProduct product(device());
  const auto a = matrix<float>(16, 16), b = matrix<float>(16, 16), c = matrix<float>(16, 16);
  auto t = matrix<float>(16, 16), d = matrix<float>(16, 16);
  CommandEncoder encoder(stream());
  for (int i = 0; i < 3; ++i) {
    product.launch(encoder, {.a = a.view(), .b = b.view(), .d = t.view()});
    product.launch(encoder, {.a = t.view(), .b = c.view(), .d = d.view()});
    encoder.commit();
  }
  encoder.synchronize();
  t.refresh(stream());
  expect_elements(t, {16, 16, 16}, [&](int r, int k) { return dot(a, b, r, k, 16); });
  expect_elements(d, {16, 16, 16}, [&](int r, int k) { return dot(t, c, r, k, 16); });
}

}  // namespace
}  // namespace duet::test
