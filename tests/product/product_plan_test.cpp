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
    arithmetic_ = MatrixProduct(device(), {.method = ProductMethod::arithmetic});
  }
  static MatrixProduct product() {
    return MatrixProduct(device(), {.method = ProductMethod::warpgroups});
  }

  /// Expects that both methods give the same bits: the sums are exact.
  /// @returns the tile
  template <typename T, typename D>
  std::string compare(const Extents& extents, Layout of_a, Layout of_b, Layout of_d) {
    const auto a = matrix<T>(extents.rows, extents.depth, of_a);
    const auto b = matrix<T>(extents.depth, extents.columns, of_b);
    auto d = matrix<D>(extents.rows, extents.columns, of_d);
    auto e = matrix<D>(extents.rows, extents.columns, of_d);
    const MatrixProductCall call{.a = a.view(), .b = b.view(), .d = d.view()};
    product().launch(stream(), call);
    arithmetic_.launch(stream(), {.a = a.view(), .b = b.view(), .d = e.view()});
    expect_elements(d, {1, 1, 1}, [&](int, int) { return dot(a, b, 0, 0, extents.depth); });
    e.refresh(stream());
    int wrong = 0;
    for (int r = 0; r < extents.rows; ++r) {
      for (int c = 0; c < extents.columns; ++c) wrong += d(r, c) != e(r, c) ? 1 : 0;
    }
    const std::string plan = to_string(product().plan(call));
    EXPECT_EQ(wrong, 0) << testing::PrintToString(extents) << ": " << plan;
    return plan.substr(0, plan.rfind(','));
  }

 private:
  MatrixProduct arithmetic_{};
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
        tiles.insert(compare<bfloat16, bfloat16>(extents, {a, 8}, {b, 0}, {}));
      }
    }
    const int to_chunk = (16 - extents.depth % 16) % 16;
    tiles.insert(
        compare<std::int8_t, std::int32_t>(extents, {false, to_chunk}, {true, to_chunk}, {}));
    tiles.insert(compare<half, half>(extents, {}, {}, {false, 3}));
    tiles.insert(compare<half, float>(extents, {}, {}, {true, 0}));
  }
  EXPECT_GE(tiles.size(), 8u) << testing::PrintToString(tiles);
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
                                           HasSubstr("only f16, bf16, i8 and u8")));
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
