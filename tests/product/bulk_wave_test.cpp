// Products by waves whose operands the copy engine brings, from sm_90 on, and those of older code.

#include <set>

#include "product_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class BulkWaveTest : public ProductTest {
 protected:
  void SetUp() override {
    ProductTest::SetUp();
    if (IsSkipped()) return;
    if (!device().info().architecture.starts_with("sm_") || device().info().compute_major < 9) {
      GTEST_SKIP() << "needs an NVIDIA GPU from sm_90 on";
    }
  }

  /// @param splits  of the depth; 0: any
  static MatrixProduct product(const std::string& architecture = {}, int splits = 0) {
    return MatrixProduct(device(), {.compile = {.architecture = architecture},
                                    .method = ProductMethod::waves,
                                    .splits = splits});
  }
  template <typename T>
  std::string source_of(const MatrixProduct& product, int depth) {
    const auto a = matrix<T>(128, depth), b = matrix<T>(depth, 128), d = matrix<T>(128, 128);
    return product.program({.a = a.view(), .b = b.view(), .d = d.view()}).source;
  }
};

TEST_F(BulkWaveTest, TheTargetDecides) {
  EXPECT_THAT(source_of<half>(product(), 64), HasSubstr("BulkWaveProduct"));
  EXPECT_THAT(source_of<bfloat16>(product("sm_90"), 64), HasSubstr("BulkWaveProduct"));
  EXPECT_THAT(source_of<half>(product("compute_80"), 64), Not(HasSubstr("BulkWaveProduct")));
  EXPECT_THAT(source_of<half>(product(), 63), Not(HasSubstr("BulkWaveProduct")));  // not aligned
  EXPECT_THAT(source_of<double>(product(), 64), Not(HasSubstr("BulkWaveProduct")));
}

TEST_F(BulkWaveTest, SumsAreRightWithAndWithoutTheCopyEngine) {
  constexpr Extents shapes[] = {{8, 8, 8},         {128, 256, 64},   {136, 264, 200},
                                {264, 1032, 1000}, {1032, 1032, 72}, {1032, 2056, 72},
                                {2056, 2056, 72}};
  std::set<std::string> tiles;
  for (const char* const architecture : {"", "compute_80"}) {
    const MatrixProduct tested = product(architecture);
    for (const Extents& extents : shapes) {
      for (const bool a : {false, true}) {
        for (const bool b : {false, true}) {
          tiles.insert(compare<bfloat16, bfloat16>(tested, extents, {a, 8}, {b, 0}));
        }
      }
      const int to_chunk = (16 - extents.depth % 16) % 16;
      compare<std::int8_t, std::int32_t>(tested, extents, {false, to_chunk}, {true, to_chunk});
      compare<half, float>(tested, extents, {}, {true, 0}, {true, 3});
    }
    check_batches(tested, 5, {72, 136, 40});
  }
  EXPECT_GE(tiles.size(), 3u) << testing::PrintToString(tiles);
}

TEST_F(BulkWaveTest, BlocksOfAClusterShareTheDepth) {
  constexpr Extents shapes[] = {
      {1, 4096, 512}, {24, 264, 1024}, {130, 136, 8192}, {520, 4104, 1024}};
  std::set<std::string> tiles;
  for (const int splits : {0, 2, 8}) {
    const MatrixProduct tested = product({}, splits);
    for (const Extents& extents : shapes) {
      const bool across = extents.rows % 8 == 0;
      tiles.insert(compare<bfloat16, bfloat16>(tested, extents, {across, 8}, {across, 0}));
      tiles.insert(compare<std::int8_t, std::int32_t>(tested, extents, {}, {true, 0}, {false, 1}));
      tiles.insert(compare<half, float>(tested, extents, {}, {}, {true, 3}));
    }
  }
  EXPECT_GE(tiles.size(), 8u) << testing::PrintToString(tiles);
}

TEST_F(BulkWaveTest, SplitsThatAreNoClusterAreAddedByAKernel) {
  check<half, half>(product({}, 5), {24, 40, 640});
  check<half, half>(product({}, 8), {24, 40, 256});  // fewer parts than stages have depth
}

}  // namespace
}  // namespace duet::test
