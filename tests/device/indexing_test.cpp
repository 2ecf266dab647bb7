#include <array>
#include <random>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using IndexingTest = DeviceTest;
using Numbers = std::array<std::int64_t, 8>;

struct Case {
  int dimensions = 0;
  Numbers shape{1, 1, 1, 1, 1, 1, 1, 1};
  Numbers a{}, b{};

  std::int64_t size() const {
    std::int64_t size = 1;
    for (int d = 0; d < dimensions; ++d) size *= shape[static_cast<std::size_t>(d)];
    return size;
  }
};

/// The coordinates of each element, in row-major order.
std::vector<Numbers> all_coordinates(const Case& c) {
  std::vector<Numbers> all;
  Numbers at{};
  for (std::int64_t i = 0; i < c.size(); ++i) {
    all.push_back(at);
    for (int d = c.dimensions; d-- > 0;) {
      const auto k = static_cast<std::size_t>(d);
      if (++at[k] < c.shape[k]) break;
      at[k] = 0;
    }
  }
  return all;
}

std::int64_t dot(const Numbers& coordinates, const Numbers& strides) {
  std::int64_t sum = 0;
  for (std::size_t d = 0; d < 8; ++d) sum += coordinates[d] * strides[d];
  return sum;
}

constexpr const char* source = R"(
#include <duet/device/indexing.hpp>
template <int dimensions>
__device__ void fixed(long long* out, unsigned i, unsigned n, const duet::Shape& shape,
                      const duet::Strides& a, const duet::Strides& b) {
  out[i] = duet::location<duet::uint32_t, dimensions>(i, shape, a);
  const auto both = duet::locations<duet::uint64_t, dimensions>(i, shape, a, b);
  out[n + i] = both[1];
}
extern "C" __global__ void k(long long* out, duet::Shape shape, duet::Strides a, duet::Strides b,
                             int dimensions, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = duet::location<duet::uint32_t>(i, shape, a, dimensions);
  out[n + i] = duet::location<duet::uint64_t>(i, shape, b, dimensions);
  const auto both = duet::locations<duet::uint32_t>(i, shape, dimensions, a, b);
  out[2 * n + i] = both[0];
  out[3 * n + i] = both[1];
  switch (dimensions) {
    case 0: fixed<0>(out + 4 * n, i, n, shape, a, b); break;
    case 1: fixed<1>(out + 4 * n, i, n, shape, a, b); break;
    case 2: fixed<2>(out + 4 * n, i, n, shape, a, b); break;
    case 3: fixed<3>(out + 4 * n, i, n, shape, a, b); break;
    default: fixed<8>(out + 4 * n, i, n, shape, a, b);
  }
  const auto at = duet::coordinates<duet::uint32_t>(i, shape, dimensions);
  for (int d = 0; d < 8; ++d) out[(6 + unsigned(d)) * n + i] = at[d];
})";

/// Checks the locations of all elements of a case.
void expect_locations(const Stream& stream, const Kernel& kernel, const Case& c) {
  const auto n = static_cast<std::size_t>(c.size());
  const Buffer<long long> out(stream, 14 * n);
  launch(stream, kernel, cover(n, 64), out, c.shape, c.a, c.b, c.dimensions,
         static_cast<unsigned>(n));
  const std::vector<long long> found = read(stream, out);
  const std::vector<Numbers> coordinates = all_coordinates(c);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t at_a = dot(coordinates[i], c.a);
    const std::int64_t at_b = dot(coordinates[i], c.b);
    const std::array<std::int64_t, 6> expected{at_a, at_b, at_a, at_b, at_a, at_b};
    for (std::size_t k = 0; k < expected.size(); ++k) {
      ASSERT_EQ(found[k * n + i], expected[k]) << "element " << i << ", result " << k;
    }
    for (std::size_t d = 0; d < 8; ++d) ASSERT_EQ(found[(6 + d) * n + i], coordinates[i][d]);
  }
}

TEST_F(IndexingTest, LocationsFollowTheStridesOfRandomArrays) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), source, "k");
  std::mt19937 random(7);
  const auto between = [&](int low, int high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  for (int turn = 0; turn < 40; ++turn) {
    Case c;
    c.dimensions = turn % 9;
    for (std::size_t d = 0; d < static_cast<std::size_t>(c.dimensions); ++d) {
      c.shape[d] = between(1, c.dimensions <= 3 ? 9 : 3);
      c.a[d] = between(-1000, 1000);
      c.b[d] = between(0, 2) == 0 ? 0 : between(1, 50);  // often broadcast
    }
    ASSERT_NO_FATAL_FAILURE(expect_locations(stream, kernel, c)) << "turn " << turn;
  }
}

TEST_F(IndexingTest, SixtyFourBitIndicesReachLargeArrays) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/indexing.hpp>
    extern "C" __global__ void k(long long* out, unsigned long long element, duet::Shape shape,
                                 duet::Strides a, duet::Strides b) {
      out[0] = duet::location<duet::uint64_t>(element, shape, a, 3);
      const auto both = duet::locations<duet::uint64_t, 3>(element, shape, a, b);
      out[1] = both[0];
      out[2] = both[1];
    })",
                                    "k");
  const std::int64_t big = std::int64_t{1} << 20;
  const Numbers shape{5, big, big};
  const Numbers a{big * big, big, 1};
  const Numbers b{-3 * big * big, 0, 1 << 30};
  const Buffer<long long> out(device(), 3);
  for (const std::int64_t element : {std::int64_t{0}, big * big - 1, big * big, 5 * big * big - 1,
                                     3 * big * big + 17 * big + 12345}) {
    launch(stream, kernel, {{1}, {1}}, out, static_cast<unsigned long long>(element), shape, a, b);
    const std::int64_t i = element / (big * big);
    const std::int64_t k = element % big;
    EXPECT_THAT(read(stream, out), testing::ElementsAre(element, element, i * b[0] + k * b[2]));
  }
}

TEST_F(IndexingTest, ExtentsAndStridesMayBeNarrow) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/indexing.hpp>
    extern "C" __global__ void k(int* out, duet::array<unsigned, 2> shape,
                                 duet::array<int, 2> strides) {
      const auto at = duet::locations<duet::uint32_t, 2>(threadIdx.x, shape, strides);
      static_assert(sizeof(at[0]) == 4, "a location is as wide as the index");
      out[threadIdx.x] = at[0];
    })",
                                    "k");
  const Buffer<int> out(device(), 6);
  launch(stream, kernel, {{1}, {6}}, out, std::array<unsigned, 2>{2, 3}, std::array<int, 2>{-1, 4});
  EXPECT_THAT(read(stream, out), testing::ElementsAre(0, 4, 8, -1, 3, 7));
}

TEST_F(IndexingTest, AnIndexOfAnotherTypeIsRefused) {
  const Error error = error_of([&] {
    (void)make_kernel(device(), R"(
      #include <duet/device/indexing.hpp>
      extern "C" __global__ void k(long long* out, duet::Shape s) {
        out[0] = duet::location<short>(short(1), s, s, 2); })",
                      "k");
  });
  EXPECT_THAT(error.log(), testing::HasSubstr("uint32_t or uint64_t"));
}

}  // namespace
}  // namespace duet::test
