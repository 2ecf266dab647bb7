#include "product_test.hpp"
#include "support/cache_folder.hpp"

namespace duet::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

/// Products that have two plans on every device, and a cache folder of their own.
class ProductTuningTest : public ProductTest {
 protected:
  MatrixProductCall call() const { return {.a = a_->view(), .b = b_->view(), .d = d_->view()}; }
  void SetUp() override {
    ProductTest::SetUp();
    if (IsSkipped()) return;
    a_.emplace(matrix<float>(70, 90));
    b_.emplace(matrix<float>(90, 130));
    d_.emplace(matrix<float>(70, 130));
  }
  void expect_products() {
    expect_elements(*d_, {70, 130, 90}, [&](int r, int c) { return dot(*a_, *b_, r, c, 90); });
  }
  std::vector<std::filesystem::path> choices() const { return folder_.files(".choice"); }

  CacheFolder folder_{};
  std::optional<TestMatrix<float>> a_{}, b_{}, d_{};
};

TEST_F(ProductTuningTest, MeasuresOnceAndChangesNoArray) {
  const MatrixProduct product(device());
  const std::vector<float> before = d_->values();
  const MatrixProductTuning tuning = product.tune(stream(), call());
  EXPECT_GE(tuning.measured, 2);
  d_->refresh(stream());
  EXPECT_EQ(d_->values(), before);
  EXPECT_EQ(to_string(product.plan(call())), to_string(tuning.plan));
  EXPECT_EQ(product.tune(stream(), call()).measured, 0);
  EXPECT_THAT(choices(), SizeIs(1));
  product.launch(stream(), call());
  expect_products();
}

TEST_F(ProductTuningTest, ASecondProductTakesTheKeptPlan) {
  const MatrixProductTuning first = MatrixProduct(device()).tune(stream(), call());
  const MatrixProduct other(device());
  const MatrixProductTuning second = other.tune(stream(), call());
  EXPECT_EQ(second.measured, 0);
  EXPECT_EQ(to_string(second.plan), to_string(first.plan));
  other.launch(stream(), call());
  expect_products();
}

TEST_F(ProductTuningTest, OtherProductsHaveOtherPlans) {
  EXPECT_GE(MatrixProduct(device()).tune(stream(), call()).measured, 2);
  const MatrixProduct waves(device(), {.method = ProductMethod::waves});
  EXPECT_GE(waves.tune(stream(), call()).measured, 2);
  MatrixProductCall added = call();
  added.beta = 1;
  EXPECT_GE(waves.tune(stream(), added).measured, 2);
  MatrixProductCall flat = call();
  const auto* const rows = static_cast<const float*>(a_->view().data());
  flat.a = ArrayView(rows, DataType::f32, {64, 90});
  flat.d = ArrayView(const_cast<void*>(d_->view().data()), DataType::f32, {64, 130});
  EXPECT_GE(waves.tune(stream(), flat).measured, 2);
  EXPECT_THAT(choices(), SizeIs(4));
  waves.launch(stream(), call());
  expect_products();
}

TEST_F(ProductTuningTest, DamagedAndMissingFilesAreMeasuredAgain) {
  (void)MatrixProduct(device()).tune(stream(), call());
  const std::filesystem::path file = choices().at(0);
  const std::string whole = read_file(file);
  const std::uint64_t damaged = cache_statistics().damaged;
  std::string changed = whole;
  changed[24] = '\x7f';  // the index
  for (const std::string& text : {changed, whole.substr(0, whole.size() / 2), std::string()}) {
    std::ofstream(file, std::ios::binary) << text;
    EXPECT_GE(MatrixProduct(device()).tune(stream(), call()).measured, 2);
    EXPECT_EQ(MatrixProduct(device()).tune(stream(), call()).measured, 0);
  }
  EXPECT_EQ(cache_statistics().damaged - damaged, 3u);
  std::filesystem::remove(file);
  EXPECT_GE(MatrixProduct(device()).tune(stream(), call()).measured, 2);
  clear_cache();
  EXPECT_THAT(choices(), IsEmpty());
}

TEST_F(ProductTuningTest, WithoutTheCacheEachProductMeasures) {
  (void)MatrixProduct(device()).tune(stream(), call());
  folder_.use(CacheMode::off);
  EXPECT_GE(MatrixProduct(device()).tune(stream(), call()).measured, 2);
  folder_.use(CacheMode::read);
  EXPECT_EQ(MatrixProduct(device()).tune(stream(), call()).measured, 0);
}

TEST_F(ProductTuningTest, ResultsInMemoryOfAnyLayout) {
  // The result is added to in place, its rows lie backwards, and two matrices are computed.
  const MatrixProduct product(device());
  auto d = matrix<float>(2 * 70, 130, {false, 5});
  auto* const data = static_cast<float*>(const_cast<void*>(d.view().data()));
  constexpr std::int64_t row = 135;
  const MatrixProductCall reversed{
      .a = a_->view(),
      .b = b_->view(),
      .d = ArrayView(data + 139 * row, DataType::f32, {2, 70, 130}, {-70 * row, -row, 1}),
      .beta = 2};
  const std::vector<float> before = d.values();
  EXPECT_GE(product.tune(stream(), reversed).measured, 2);
  d.refresh(stream());
  EXPECT_EQ(d.values(), before);
  product.launch(stream(), reversed);
  expect_elements(d, {140, 130, 90}, [&](int r, int c) {
    return dot(*a_, *b_, (139 - r) % 70, c, 90) +
           2 * double{before[static_cast<std::size_t>(r * row + c)]};
  });
}

TEST_F(ProductTuningTest, Errors) {
  EXPECT_EQ(error_of([&] { (void)MatrixProduct().tune(stream(), call()); }).code(),
            ErrorCode::invalid_handle);
  const MatrixProduct product(device());
  MatrixProductCall wrong = call();
  wrong.b = a_->view();
  EXPECT_EQ(error_of([&] { (void)product.tune(stream(), wrong); }).code(),
            ErrorCode::invalid_argument);
  MatrixProductCall empty = call();
  const void* const data = a_->view().data();
  empty.a = ArrayView(data, DataType::f32, {0, 90});
  empty.d = ArrayView(const_cast<void*>(data), DataType::f32, {0, 130});
  EXPECT_EQ(product.tune(stream(), empty).measured, 0);
}

}  // namespace
}  // namespace duet::test
