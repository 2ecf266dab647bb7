#include "product_test.hpp"
#include "support/cache_folder.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

/// Products whose depth is split, by waves and by arithmetic.
class ProductSplitTest : public ProductTest {
 protected:
  static MatrixProduct product(ProductMethod method, int splits) {
    return MatrixProduct(device(), {.method = method, .splits = splits});
  }
  static constexpr ProductMethod methods[] = {ProductMethod::arithmetic, ProductMethod::waves};
};

TEST_F(ProductSplitTest, AllTypesAndLayouts) {
  for (const ProductMethod method : methods) {
    check<half, half>(product(method, 2), {3, 72, 320});
    check<half, float>(product(method, 5), {17, 1, 320}, {true, 0}, {true, 3}, {true, 1});
    check<bfloat16, bfloat16>(product(method, 10), {70, 66, 320}, {false, 8}, {false, 6});
    check<float, float>(product(method, 4), {1, 1, 64});
    check<double, double>(product(method, 3), {9, 70, 72}, {true, 1});
    check<std::int8_t, std::int32_t>(product(method, 3), {65, 80, 192}, {}, {true, 0});
  }
}

TEST_F(ProductSplitTest, FactorsAndEpilogueAreAppliedOnce) {
  Fusion epilogue("shift");
  const FusionValue sum = epilogue.input(DataType::f32);
  epilogue.output(sum + epilogue.input(DataType::f32));
  const auto a = matrix<float>(7, 128), b = matrix<float>(128, 20);
  const auto c = matrix<float>(7, 20, {true, 1}), bias = matrix<float>(1, 20);
  auto d = matrix<float>(7, 20);
  const auto expected = [&](int r, int column) {
    return 2 * dot(a, b, r, column, 128) - 3 * c(r, column) + bias(0, column);
  };
  for (const ProductMethod method : methods) {
    const MatrixProduct shifted(device(), epilogue, {.method = method, .splits = 4});
    const MatrixProductCall call{.a = a.view(),
                                 .b = b.view(),
                                 .d = d.view(),
                                 .alpha = 2,
                                 .beta = -3,
                                 .c = c.view(),
                                 .inputs = {bias.view()}};
    EXPECT_THAT(to_string(shifted.plan(call)), HasSubstr("depth split in 4, 4 blocks"));
    EXPECT_THAT(shifted.program(call).source, testing::Not(HasSubstr("evaluate")));
    shifted.launch(stream(), call);
    expect_elements(d, {7, 20, 128}, expected);
    CommandEncoder encoder(stream());
    for (int i = 0; i < 3; ++i) {
      shifted.launch(encoder, call);
      encoder.commit();
    }
    encoder.synchronize();
    expect_elements(d, {7, 20, 128}, expected);
  }
}

TEST_F(ProductSplitTest, TuningMeasuresSplitsWhereThereAreFewTiles) {
  const CacheFolder folder(CacheMode::off);
  const auto a = matrix<float>(8, 1024), b = matrix<float>(1024, 8);
  auto d = matrix<float>(8, 8);
  const MatrixProductCall call{.a = a.view(), .b = b.view(), .d = d.view()};
  for (const ProductMethod method : methods) {
    const MatrixProduct whole(device(), {.method = method, .splits = 1});
    const MatrixProduct free(device(), {.method = method});
    const int without = whole.tune(stream(), call).measured;
    EXPECT_EQ(whole.plan(call).splits, 1);
    const int with = free.tune(stream(), call).measured;
    EXPECT_GT(with, without);
    free.launch(stream(), call);
    expect_elements(d, {8, 8, 1024}, [&](int r, int c) { return dot(a, b, r, c, 1024); });
  }
}

TEST_F(ProductSplitTest, Errors) {
  const auto a = matrix<float>(4, 96), b = matrix<float>(96, 4), d = matrix<float>(4, 4);
  const auto error = [&](const MatrixProductOptions& options, const MatrixProductCall& call) {
    return error_of([&] { (void)MatrixProduct(device(), options).plan(call); });
  };
  const MatrixProductCall call{.a = a.view(), .b = b.view(), .d = d.view()};
  EXPECT_EQ(error({.splits = -1}, call).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error({.splits = 65}, call).code(), ErrorCode::invalid_argument);
  const Error unequal = error({.splits = 4}, call);
  EXPECT_EQ(unequal.code(), ErrorCode::not_supported);
  EXPECT_THAT(unequal.what(), HasSubstr("its parts would not be equal"));
  const ArrayView matrices(a.view().data(), DataType::f32, {2, 2, 96});
  const Error batch =
      error({.splits = 2},
            {.a = matrices,
             .b = b.view(),
             .d = ArrayView(const_cast<void*>(d.view().data()), DataType::f32, {2, 2, 4})});
  EXPECT_THAT(batch.what(), HasSubstr("it is not one product of two matrices"));
  EXPECT_THAT(error({.method = ProductMethod::warpgroups, .splits = 2}, call).what(),
              HasSubstr("they choose themselves"));
}

}  // namespace
}  // namespace duet::test
