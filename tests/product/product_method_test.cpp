#include <duet/cache.hpp>

#include "product_test.hpp"
#include "support/cache_folder.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

/// Products by tiles of waves: by instructions where the target has them, else by the same code
/// with ordinary arithmetic.
class WaveProductTest : public ProductTest {
 protected:
  static MatrixProduct product() {
    return MatrixProduct(device(), {.method = ProductMethod::waves});
  }

  /// Both orders of each operand, with lines that are aligned and others that are not.
  template <typename T, typename D>
  void check_orders(const Extents& extents) {
    for (const bool is_across : {false, true}) {
      const auto to_chunk = [](int length) { return (16 - length % 16) % 16; };
      check<T, D>(product(), extents,
                  {is_across, to_chunk(is_across ? extents.rows : extents.depth)},
                  {!is_across, to_chunk(is_across ? extents.columns : extents.depth)});
      check<T, D>(product(), extents, {is_across, 1}, {!is_across, 3}, {false, 1});
    }
  }
};

TEST_F(WaveProductTest, Half) {
  check_orders<half, half>({70, 72, 50});
  check<half, float>(product(), {1, 64, 129});
}
TEST_F(WaveProductTest, Bfloat16) { check_orders<bfloat16, bfloat16>({70, 72, 50}); }
TEST_F(WaveProductTest, Float) { check_orders<float, float>({66, 8, 37}); }
TEST_F(WaveProductTest, Double) {
  check_orders<double, double>({70, 66, 21});
  check<double, double>(product(), {3, 5, 1});
}
TEST_F(WaveProductTest, Bytes) {
  check_orders<std::int8_t, std::int32_t>({65, 80, 100});
  check<std::uint8_t, std::int32_t>(product(), {17, 33, 65});
}

TEST_F(WaveProductTest, LargeTilesWithPartsAtTheEdges) {
  // Enough tiles for each multiprocessor of a device of ordinary size.
  const int rows = device().info().multiprocessors > 8 ? 2056 : 264;
  check<half, half>(product(), {rows, 1544, 72});
  check<std::int8_t, std::int32_t>(product(), {rows, 1552, 80}, {}, {true, 0});
  check<double, double>(product(), {rows, 1544, 24}, {}, {true, 0});
}

TEST_F(WaveProductTest, Batches) { check_batches(product(), 3, {66, 40, 48}); }

TEST_F(WaveProductTest, NothingToMultiply) {
  const auto a = matrix<half>(8, 8), b = matrix<half>(8, 8);
  auto d = matrix<half>(8, 8);
  product().launch(stream(), {.a = ArrayView(a.view().data(), DataType::f16, {8, 0}),
                              .b = ArrayView(b.view().data(), DataType::f16, {0, 8}),
                              .d = d.view()});
  expect_elements(d, {8, 8, 0}, [](int, int) { return 0.0; });
}

TEST_F(WaveProductTest, PlansTellTheMethod) {
  const auto a = matrix<half>(100, 8), b = matrix<half>(8, 70), d = matrix<half>(100, 70);
  const MatrixProductCall call{.a = a.view(), .b = b.view(), .d = d.view()};
  EXPECT_THAT(to_string(product().plan(call)), HasSubstr("waves, tiles of "));
  EXPECT_THAT(product().program(call).source, HasSubstr("WaveProduct"));
}

TEST_F(ProductTest, KernelsOfEachMethodAreStoredInTheCache) {
  const CacheFolder folder;
  const auto a = matrix<half>(64, 64), b = matrix<half>(64, 64);
  auto d = matrix<half>(64, 64);
  for (const ProductMethod method :
       {ProductMethod::automatic, ProductMethod::waves, ProductMethod::arithmetic}) {
    forget_modules();
    const CacheStatistics before = cache_statistics();
    MatrixProduct(device(), {.method = method})
        .launch(stream(), {.a = a.view(), .b = b.view(), .d = d.view()});
    const CacheStatistics after = cache_statistics();
    EXPECT_EQ(after.bypasses, before.bypasses);
    EXPECT_EQ(after.stored + after.disk_hits, before.stored + before.disk_hits + 1);
  }
}

}  // namespace
}  // namespace duet::test
