#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

class CopyBoxTest : public DeviceTest {};

constexpr std::size_t range_size = 700;

/// What a copy must do.
void copy_on_host(std::vector<int>& to, const BoxPlace& to_place, const std::vector<int>& from,
                  const BoxPlace& from_place, const BoxExtent& extent) {
  const auto index = [&](const BoxPlace& place, std::size_t x, std::size_t y, std::size_t z) {
    const std::size_t row = place.row != 0 ? place.row : extent.width;
    const std::size_t slice = place.slice != 0 ? place.slice : row * extent.height;
    return place.offset + z * slice + y * row + x;
  };
  for (std::size_t z = 0; z < extent.depth; ++z) {
    for (std::size_t y = 0; y < extent.height; ++y) {
      for (std::size_t x = 0; x < extent.width; ++x) {
        to[index(to_place, x, y, z)] = from[index(from_place, x, y, z)];
      }
    }
  }
}

BoxPlace random_place(std::mt19937& random, const BoxExtent& extent) {
  const auto up_to = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  BoxPlace place{.offset = up_to(20)};
  if (up_to(2) != 0) place.row = extent.width + up_to(3);
  const std::size_t row = std::max(place.row, extent.width);
  // Drivers take distances of slices that are whole rows; others are copied slice by slice.
  if (up_to(2) != 0) place.slice = row * extent.height + up_to(2) * (up_to(1) != 0 ? row : 1);
  return place;
}

TEST_F(CopyBoxTest, MatchesLoopsOfTheHost) {
  const Stream stream(device());
  std::mt19937 random(7);
  std::vector<int> values(range_size);
  std::iota(values.begin(), values.end(), 1000);
  const Buffer<int> source(device(), values);
  const Buffer<int> target(device(), range_size);
  for (int i = 0; i < 60; ++i) {
    std::uniform_int_distribution<std::size_t> size(1, 5);
    const BoxExtent extent{size(random), size(random), i % 2 == 0 ? 1 : size(random)};
    const BoxPlace to = random_place(random, extent), from = random_place(random, extent);
    std::vector<int> expected(range_size, -1);
    copy_on_host(expected, to, values, from, extent);
    const std::string what = "copy " + std::to_string(i);

    fill(stream, target, -1);
    copy_box(stream, target, to, source, from, extent);
    EXPECT_EQ(read(stream, target), expected) << what << " on the device";

    fill(stream, target, -1);
    copy_box(stream, target, to, values, from, extent);
    EXPECT_EQ(read(stream, target), expected) << what << " to the device";

    std::vector<int> host(range_size, -1);
    copy_box(stream, host, to, source, from, extent);
    stream.synchronize();
    EXPECT_EQ(host, expected) << what << " to the host";
  }
}

TEST_F(CopyBoxTest, AnEmptyBoxCopiesNothing) {
  const Stream stream(device());
  const Buffer<int> x(device(), 4);
  const std::vector<int> host(100);
  fill(stream, x, 5);
  for (const BoxExtent& extent :
       {BoxExtent{0, 2, 2}, BoxExtent{2, 0, 2}, BoxExtent{2, 2, 0}, BoxExtent{}}) {
    copy_box(stream, x, {}, host, {}, extent);
  }
  EXPECT_EQ(read(stream, x), std::vector<int>(4, 5));
}

TEST_F(CopyBoxTest, PartsOfOneMatrixMayBeSideBySide) {
  const Stream stream(device());
  const Buffer<int> x(device(), std::vector<int>{1, 2, 0, 0, 3, 4, 0, 0});
  copy_box(stream, x, {.offset = 2, .row = 4}, x, {.row = 4}, {2, 2});
  EXPECT_EQ(read(stream, x), (std::vector<int>{1, 2, 1, 2, 3, 4, 3, 4}));
}

TEST_F(CopyBoxTest, IsCaptured) {
  if (!device().info().stream_capture) GTEST_SKIP() << "needs stream capture";
  const Stream stream(device());
  const Buffer<int> x(device(), std::vector<int>{1, 2, 3, 4, 5, 6});
  const Buffer<int> y(device(), 4);
  StreamCapture capture(stream);
  copy_box(stream, y, {}, x, {.row = 3}, {2, 2});
  const Graph graph = capture.finish();
  const GraphExec executable(graph);
  executable.launch(stream);
  EXPECT_EQ(read(stream, y), (std::vector<int>{1, 2, 4, 5}));
}

/// The elements of a box.
std::vector<bool> elements_of(const BoxPlace& place, const BoxExtent& extent) {
  std::vector<int> marks(range_size);
  copy_on_host(marks, place, std::vector<int>(range_size, 1), {}, extent);
  return {marks.begin(), marks.end()};
}

TEST_F(CopyBoxTest, BoxesThatShareElementsAreRefusedWhateverTheirRowsAndSlices) {
  const Stream stream(device());
  const Buffer<int> x(device(), range_size);
  std::mt19937 random(11);
  std::uniform_int_distribution<std::size_t> size(1, 5), any(1, 12);
  int refused = 0;
  constexpr int copies = 600;
  for (int i = 0; i < copies; ++i) {
    const BoxExtent extent{size(random), size(random), i % 3 == 0 ? size(random) : 1};
    BoxPlace to = random_place(random, extent), from = random_place(random, extent);
    to.offset += 4 * any(random);
    // The distance of rows or slices means nothing where there is one only.
    if (extent.depth == 1) {
      to.slice = any(random);
      from.slice = any(random);
      if (extent.height == 1) {
        to.row = any(random);
        from.row = any(random);
      }
    }
    const std::vector<bool> written = elements_of(to, extent), read = elements_of(from, extent);
    bool is_shared = false;
    for (std::size_t k = 0; k < range_size; ++k) is_shared = is_shared || (written[k] && read[k]);
    bool is_refused = false;
    try {
      copy_box(stream, x, to, x, from, extent);
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("overlap"));
      is_refused = true;
    }
    EXPECT_EQ(is_refused, is_shared) << "copy " << i;
    refused += is_refused ? 1 : 0;
  }
  stream.synchronize();
  EXPECT_GT(refused, copies / 10);
  EXPECT_LT(refused, copies * 9 / 10);
}

TEST_F(CopyBoxTest, BadInput) {
  const Stream stream(device());
  const Buffer<int> x(device(), 100), y(device(), 100);
  const auto error = [&](const BoxPlace& to, const BoxPlace& from, const BoxExtent& extent) {
    const Error thrown = error_of([&] { copy_box(stream, x, to, y, from, extent); });
    EXPECT_EQ(thrown.code(), ErrorCode::invalid_argument);
    return std::string(thrown.what());
  };
  EXPECT_THAT(error({}, {}, {101}), HasSubstr("in the destination (offset 0, rows 101"));
  EXPECT_THAT(error({}, {.offset = 95}, {6}), HasSubstr("source (offset 95"));
  EXPECT_THAT(error({}, {.row = 11}, {10, 10}), HasSubstr("exceeds the range of 100 elements"));
  EXPECT_THAT(error({}, {.slice = 51}, {5, 10, 2}), HasSubstr("exceeds the range"));
  EXPECT_THAT(error({.row = 4}, {}, {5, 2}), HasSubstr("rows 4 elements apart, which overlap"));
  EXPECT_THAT(error({.slice = 9}, {}, {5, 2, 2}), HasSubstr("slices 9 elements apart, which"));
  EXPECT_THAT(error({.row = SIZE_MAX / 2}, {}, {1, 4}), HasSubstr("exceeds the range"));
  EXPECT_THAT(error({.offset = SIZE_MAX}, {}, {1}), HasSubstr("exceeds the range"));
  EXPECT_THAT(error({.row = SIZE_MAX, .slice = SIZE_MAX}, {}, {SIZE_MAX, SIZE_MAX, SIZE_MAX}),
              HasSubstr("exceeds the range"));
  const auto copy_inside = [&](std::size_t offset) {
    copy_box(stream, x, {.offset = offset, .row = 10, .slice = 40}, x, {.row = 10, .slice = 40},
             {3, 2, 2});
  };
  for (const std::size_t offset : {0u, 1u, 2u, 8u, 9u, 10u, 12u, 38u, 39u, 40u, 42u}) {
    EXPECT_THAT(error_of([&] { copy_inside(offset); }).what(), HasSubstr("overlap")) << offset;
  }
  for (const std::size_t offset : {3u, 7u, 13u, 20u, 37u, 43u}) copy_inside(offset);
  if (Device::count() > 1) {
    const Buffer<int> other(Device(1), 100), another(Device(1), 100);
    const Error of_another = error_of([&] { copy_box(stream, other, {}, another, {}, {1}); });
    EXPECT_EQ(of_another.code(), ErrorCode::invalid_argument);
  }
}

}  // namespace
}  // namespace duet::test
