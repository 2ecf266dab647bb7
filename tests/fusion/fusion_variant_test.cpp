#include <limits>
#include <thread>

#include "fusion_test.hpp"
#include "support/cache_folder.hpp"

namespace duet::test {
namespace {

using testing::ElementsAre;
using FusionVariantTest = FusionArrayTest;

TEST_F(FusionVariantTest, DenseArraysUseVectors) {
  const std::string vectors = "vectors of 4, 32-bit indices";
  const Dimensions shape{5, 6, 7};
  EXPECT_EQ(variant({array(0, shape), array(1, shape), array(2, shape)}, array(3, shape)), vectors);
  const Dimensions one{};
  EXPECT_EQ(variant({array(0, one), array(1, one), array(2, one)}, array(3, one)), vectors);
  // All transposed in the same way, and all with negative strides.
  const Dimensions columns{1, 5, 30};
  EXPECT_EQ(variant({array(0, shape, columns), array(1, shape, columns), array(2, shape, columns)},
                    array(3, shape, columns)),
            vectors);
  const Dimensions row{40};
  const auto backwards = [&](int number) { return array(number, row, {-1}, 39); };
  EXPECT_EQ(variant({backwards(0), backwards(1), backwards(2)}, backwards(3)), vectors);
  // The stride of a dimension of size 1 does not matter.
  EXPECT_EQ(variant({array(0, {1, 8}, {77, 1}), array(1, {8}), array(2, {1, 8})}, array(3, {1, 8})),
            vectors);
}

TEST_F(FusionVariantTest, UnalignedArraysDoNotUseVectors) {
  const Dimensions row{40};
  EXPECT_EQ(variant({array(0, row), array(1, row, {1}, 3), array(2, row)}, array(3, row)),
            "contiguous, 32-bit indices");
  EXPECT_EQ(variant({array(0, row), array(1, row, {1}, 4), array(2, row)}, array(3, row, {1}, 8)),
            "vectors of 4, 32-bit indices");
}

TEST_F(FusionVariantTest, AnArrayOfOneElementIsAScalar) {
  const Dimensions shape{5, 8};
  EXPECT_EQ(variant({array(0, shape), array(1, {}, {}, 3), array(2, {1, 1})}, array(3, shape)),
            "vectors of 4, 32-bit indices, scalars 0x6");
  EXPECT_EQ(variant({array(0, shape, {0, 0}), array(1, shape), array(2, shape)},
                    array(3, shape, {8, 1}, 1)),
            "contiguous, 32-bit indices, scalars 0x1");
}

TEST_F(FusionVariantTest, OtherArraysUseTheFewestDimensions) {
  const Dimensions shape{4, 5, 6};
  const auto dense = [&](int number) { return array(number, shape); };
  EXPECT_EQ(variant({dense(0), array(1, {6}), dense(2)}, dense(3)),
            "2-dimensional strided, vectors of 2, 32-bit indices");
  EXPECT_EQ(variant({dense(0), dense(1), dense(2)}, array(3, shape, {60, 12, 2})),
            "1-dimensional strided, 32-bit indices");
  EXPECT_EQ(variant({dense(0), array(1, {4, 1, 6}), dense(2)}, dense(3)),
            "3-dimensional strided, vectors of 2, 32-bit indices");
  const Dimensions large{2, 3, 2, 3, 2};
  EXPECT_EQ(variant({array(0, {3, 1, 3, 1}), array(1, large), array(2, large)}, array(3, large)),
            "strided, vectors of 2, 32-bit indices, scalars 0x1");
}

TEST_F(FusionVariantTest, AlignedRowsAreReadInVectors) {
  const Dimensions shape{3, 8};
  const auto dense = [&](int number) { return array(number, shape); };
  EXPECT_EQ(variant({dense(0), array(1, {8}), array(2, {3, 1})}, dense(3)),
            "2-dimensional strided, vectors of 4, 32-bit indices, scalars 0x4");
  EXPECT_EQ(variant({dense(0), dense(1), array(2, shape, {12, 1}, 4)}, dense(3)),
            "2-dimensional strided, vectors of 4, 32-bit indices");
  EXPECT_EQ(variant({dense(0), dense(1), array(2, shape, {10, 1})}, dense(3)),
            "2-dimensional strided, vectors of 2, 32-bit indices");
  EXPECT_EQ(variant({dense(0), dense(1), array(2, shape, {9, 1})}, dense(3)),
            "2-dimensional strided, 32-bit indices");
  EXPECT_EQ(variant({dense(0), dense(1), array(2, shape, {1, 3})}, dense(3)),
            "2-dimensional strided, 32-bit indices");
}

TEST_F(FusionVariantTest, IndicesAre64BitsWideOnlyIfNeeded) {
  const std::int64_t most = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(variant({array(0, {most}), array(1, {}), array(2, {1})}, array(3, {most})),
            "vectors of 4, 32-bit indices, scalars 0x6");
  EXPECT_EQ(variant({array(0, {most + 1}), array(1, {}), array(2, {1})}, array(3, {most + 1})),
            "vectors of 4, 64-bit indices, scalars 0x6");
  EXPECT_EQ(variant({array(0, {3}, {-most}), array(1, {3}), array(2, {3})}, array(3, {3})),
            "1-dimensional strided, 64-bit indices");
}

TEST_F(FusionVariantTest, AVariantIsCompiledAtItsFirstLaunch) {
  const CacheFolder folder;
  forget_modules();
  const auto before = cache_statistics();
  const auto compiled = [&] { return cache_statistics().misses - before.misses; };
  const Stream stream(device());
  const FusedKernel negate = kernel(negation());
  const Buffer<float> x(device(), 64), y(device(), 64);
  write(stream, x, ramp(64));
  EXPECT_EQ(compiled(), 0u);
  for (const std::int64_t size : {64, 17, 4}) {
    negate.launch(stream, {ArrayView(x, {size})}, {ArrayView(y, {size})});
    EXPECT_EQ(compiled(), 1u);
  }
  negate.launch(stream, {ArrayView(x, {9}, {1}, 1)}, {ArrayView(y, {9})});
  EXPECT_EQ(compiled(), 2u);
  negate.launch(stream, {ArrayView(x, {3, 4}, {1, 3})}, {ArrayView(y, {3, 4})});
  negate.launch(stream, {ArrayView(x, {7, 5}, {1, 7})}, {ArrayView(y, {7, 5})});
  EXPECT_EQ(compiled(), 3u);
  std::vector<std::string> variants;
  for (const FusionVariant& variant : negate.variants()) variants.push_back(to_string(variant));
  EXPECT_THAT(variants, ElementsAre("vectors of 4, 32-bit indices", "contiguous, 32-bit indices",
                                    "2-dimensional strided, 32-bit indices"));
  // Another object with the same fusion, and another process, use the same code.
  kernel(negation()).launch(stream, {ArrayView(x, {8})}, {ArrayView(y, {8})});
  EXPECT_EQ(compiled(), 3u);
  forget_modules();
  kernel(negation()).launch(stream, {ArrayView(x, {8})}, {ArrayView(y, {8})});
  EXPECT_EQ(compiled(), 3u);
  EXPECT_EQ(cache_statistics().disk_hits - before.disk_hits, 1u);
  stream.synchronize();
}

TEST_F(FusionVariantTest, ThreadsThatLaunchAVariantConcurrentlyShareItsCompilation) {
  const CacheFolder folder;
  forget_modules();
  const auto before = cache_statistics();
  const FusedKernel negate = kernel(negation());
  std::vector<std::vector<float>> found(4);
  std::vector<std::thread> threads;
  for (std::vector<float>& result : found) {
    threads.emplace_back([&] {
      const Stream stream(device());
      const Buffer<float> x(device(), 3), y(device(), 3);
      write(stream, x, ramp(3));
      negate.launch(stream, {x}, {y});
      result = read(stream, y);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(found, testing::Each(ElementsAre(0, -1, -2)));
  EXPECT_EQ(cache_statistics().misses - before.misses, 1u);
  EXPECT_EQ(negate.variants().size(), 1u);
}

}  // namespace
}  // namespace duet::test
