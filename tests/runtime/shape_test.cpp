#include "support/device_test.hpp"

namespace duet::test {
namespace {

TEST(Shape, CoverRoundsUp) {
  EXPECT_EQ(cover(1, 256).grid, (Dim3{1}));
  EXPECT_EQ(cover(256, 256).grid, (Dim3{1}));
  EXPECT_EQ(cover(257, 256).grid, (Dim3{2}));
  EXPECT_EQ(cover(1000).block, (Dim3{256}));
  EXPECT_EQ(cover(1000).shared_bytes, 0u);
}

TEST(Shape, CoverOfZeroElementsIsOneBlock) { EXPECT_EQ(cover(0, 64).grid, (Dim3{1})); }

TEST(Shape, CoverInThreeDimensions) {
  const LaunchShape shape = cover(Dim3{33, 8, 1}, Dim3{16, 8, 4});
  EXPECT_EQ(shape.grid, (Dim3{3, 1, 1}));
  EXPECT_EQ(shape.block, (Dim3{16, 8, 4}));
}

TEST(Shape, CoverRefusesAnEmptyBlock) {
  EXPECT_EQ(error_of([] { (void)cover(10, 0u); }).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([] {
              (void)cover(Dim3{10}, Dim3{8, 0});
            }).code(),
            ErrorCode::invalid_argument);
}

TEST(Shape, CoverRefusesTooManyBlocks) {
  const Error error = error_of([] { (void)cover(std::size_t{1} << 40, 1); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), testing::HasSubstr("1099511627776"));
}

TEST(DeviceSpan, SubspanStaysInside) {
  int elements[10];
  const DeviceSpan<int> span(elements, 10);
  EXPECT_EQ(span.subspan(10, 0).size(), 0u);
  EXPECT_EQ(span.subspan(2, 8).size_bytes(), 8 * sizeof(int));
  EXPECT_EQ(error_of([&] { (void)span.subspan(3, 8); }).code(), ErrorCode::invalid_argument);
  EXPECT_STREQ(error_of([&] { (void)span.subspan(1, ~std::size_t{0}); }).what(),
               "subspan: 18446744073709551615 elements (-1 was converted to an unsigned number) "
               "at element 1 are not inside a span of 10");
  EXPECT_EQ(error_of([&] { (void)span.subspan(1, ~std::size_t{0}); }).code(),
            ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace duet::test
