#include <array>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using GatherTest = DeviceTest;
using Numbers = std::array<std::int64_t, 8>;

/// The position of an index, by Python's rule for negative indices and then by the policy: 0
/// unchecked, 1 wrap, 2 clamp, 3 skip. Returns -1 if there is no element.
std::int64_t position(std::int64_t index, std::int64_t extent, int policy) {
  if (index < 0) index += extent;
  if (index >= 0 && index < extent) return index;
  if (policy == 3 || extent == 0) return -1;
  if (policy == 2) return index < 0 ? 0 : extent - 1;
  while (index < 0) index += extent;
  return index % extent;
}

constexpr const char* source = R"(
#include <duet/device/gather.hpp>
#include <duet/device/scatter.hpp>
using duet::OutOfRange;

// All indices from -n/2 on, of several types.
extern "C" __global__ void positions(long long* out, int n, long long extent) {
  const int i = int(threadIdx.x);
  const int index = i - n / 2;
  out[i] = duet::index_position<OutOfRange::wrap>(index, extent);
  out[n + i] = duet::index_position<OutOfRange::clamp>((long long)index, extent);
  out[2 * n + i] = duet::index_position<OutOfRange::skip>((signed char)index, extent);
  out[3 * n + i] = duet::index_position<OutOfRange::clamp>((unsigned char)i, extent);
}
extern "C" __global__ void extremes(long long* out, long long extent) {
  constexpr long long least = -0x7fffffffffffffff - 1;
  constexpr unsigned long long most = ~0ull;
  out[0] = duet::index_position<OutOfRange::wrap>(least, extent);
  out[1] = duet::index_position<OutOfRange::clamp>(least, extent);
  out[2] = duet::index_position<OutOfRange::wrap>(most, extent);
  out[3] = duet::index_position<OutOfRange::clamp>(most, extent);
  out[4] = duet::index_position<OutOfRange::skip>(most, extent);
}

// A matrix of 5 x 4 elements with strides, read by one index, by two, and along each axis.
extern "C" __global__ void take(const float* x, const int* rows, const unsigned char* columns,
                                float* out, int n, duet::Shape shape, duet::Strides strides) {
  const int i = int(threadIdx.x);
  if (i >= n) return;
  out[i] = duet::gather(x + strides[1], rows[i], shape[0], strides[0], -1.0f);
  out[n + i] = duet::gather<OutOfRange::wrap>(
      x, duet::array<int, 2>{{rows[i], int(columns[i])}}, {{shape[0], shape[1]}},
      {{strides[0], strides[1]}});
  // An index array of 3 x 4 for axis 0, and of 5 x 2 for axis 1.
  const duet::Shape flat{{3, 4}}, thin{{5, 2}};
  if (i < 12) {
    out[2 * n + i] = duet::gather_along<OutOfRange::clamp>(x, duet::uint32_t(i), flat, strides, 2,
                                                           0, rows[i], shape[0]);
  }
  if (i < 10) {
    out[3 * n + i] = duet::gather_along(x, duet::uint64_t(i), thin, strides, 2, 1, columns[i],
                                        shape[1], -2.0f);
  }
}

extern "C" __global__ void put(int* sums, unsigned* least, unsigned* most, int* along, int* last,
                               const int* index, int n, duet::Strides strides) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  duet::scatter(duet::combine::Add{}, sums, index[i], 10, 1, i);
  duet::scatter<OutOfRange::clamp>(duet::combine::Minimum{}, least, index[i], 10, 1, unsigned(i));
  duet::scatter<OutOfRange::wrap>(duet::combine::Maximum{}, most,
                                  duet::array<int, 2>{{index[i], index[i]}}, {{2, 5}}, {{5, 1}},
                                  unsigned(i));
  const duet::Shape shape{{n / 4, 4}};
  duet::scatter_along(duet::combine::Add{}, along, duet::uint32_t(i), shape, strides, 2, 0,
                      index[i], 10, 1);
  if (i < 10) duet::scatter(duet::combine::Assign{}, last, i - 10, 10, 1, i * i);
})";

class IndexedModule {
 public:
  explicit IndexedModule(const Device& device)
      : module_(jit(device, {.name = "gather", .source = source})), stream_(device) {}

  const Stream& stream() const { return stream_; }
  template <typename... A>
  void run(const char* kernel, unsigned threads, const A&... arguments) const {
    launch(stream_, module_.kernel(kernel), {{1}, {threads}}, arguments...);
  }

 private:
  Module module_;
  Stream stream_;
};

TEST_F(GatherTest, IndicesFollowPythonsRuleAndThenThePolicy) {
  const IndexedModule module(device());
  const int n = 64;
  const Buffer<long long> out(device(), 4 * n);
  for (const std::int64_t extent : {7, 1, 0, 40}) {
    module.run("positions", n, out, n, static_cast<long long>(extent));
    const std::vector<long long> found = read(module.stream(), out);
    for (int i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const std::int64_t index = i - n / 2;
      EXPECT_EQ(found[at], position(index, extent, 1)) << index << " of " << extent;
      EXPECT_EQ(found[n + at], position(index, extent, 2)) << index << " of " << extent;
      EXPECT_EQ(found[2 * n + at], position(index, extent, 3)) << index << " of " << extent;
      EXPECT_EQ(found[3 * n + at], position(i, extent, 2)) << i << " of " << extent;
    }
  }
}

TEST_F(GatherTest, TheLargestIndicesDoNotOverflow) {
  const IndexedModule module(device());
  const Buffer<long long> out(device(), 5);
  module.run("extremes", 1, out, 10ll);
  // Modulo 10, -2^63 is 2 and 2^64 - 1 is 5.
  EXPECT_THAT(read(module.stream(), out), testing::ElementsAre(2, 0, 5, 9, -1));
}

TEST_F(GatherTest, ReadsElementsAtIndices) {
  const IndexedModule module(device());
  const Stream& stream = module.stream();
  const int n = 16;
  const std::vector<int> rows{0, 4, -1, -5, 5, -6, 2, 3, 100, -100, 1, 1, 0, -2, 4, 3};
  std::vector<unsigned char> columns{0, 1, 2, 3, 4, 255, 3, 2, 1, 0, 7, 3, 2, 1, 0, 9};
  const Buffer<int> row_indices(device(), n);
  const Buffer<unsigned char> column_indices(device(), n);
  const Buffer<float> x(device(), 64), out(device(), 4 * n);
  write(stream, row_indices, rows);
  write(stream, column_indices, columns);
  write(stream, x, ramp(64));
  const auto element = [](std::int64_t row, std::int64_t column) {
    return row < 0 || column < 0 ? -2.0f : static_cast<float>(50 - 11 * row + 2 * column);
  };
  // Rows have a negative stride.
  module.run("take", n, x.subspan(50, 1), row_indices, column_indices, out, n, Numbers{5, 4},
             Numbers{-11, 2});
  const std::vector<float> found = read(stream, out);
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::int64_t row = position(rows[at], 5, 3);
    EXPECT_EQ(found[at], row < 0 ? -1.0f : element(row, 1)) << i;
    EXPECT_EQ(found[n + at], element(position(rows[at], 5, 1), position(columns[at], 4, 1))) << i;
    if (i < 12) {
      EXPECT_EQ(found[2 * n + at], element(position(rows[at], 5, 2), i % 4)) << i;
    }
    if (i < 10) {
      EXPECT_EQ(found[3 * n + at], element(i / 2, position(columns[at], 4, 3))) << i;
    }
  }
}

TEST_F(GatherTest, ScatterCombinesValuesOfSeveralThreads) {
  const IndexedModule module(device());
  const Stream& stream = module.stream();
  const int n = 256;
  std::vector<int> indices(n);
  for (int i = 0; i < n; ++i) indices[static_cast<std::size_t>(i)] = i * 7 % 31 - 15;
  const Buffer<int> index(device(), n), sums(device(), 10), along(device(), 40), last(device(), 10);
  const Buffer<unsigned> least(device(), 10), most(device(), 10);
  write(stream, index, indices);
  fill(stream, sums, 0);
  fill(stream, along, 0);
  fill(stream, least, 1000u);
  fill(stream, most, 0u);
  module.run("put", n, sums, least, most, along, last, index, n, Numbers{4, 1});

  std::vector<int> sum(10), count(40);
  std::vector<unsigned> smallest(10, 1000), largest(10);
  for (int i = 0; i < n; ++i) {
    const int own = indices[static_cast<std::size_t>(i)];
    if (const auto at = position(own, 10, 3); at >= 0) {
      sum[static_cast<std::size_t>(at)] += i;
      ++count[static_cast<std::size_t>(at * 4 + i % 4)];
    }
    unsigned& low = smallest[static_cast<std::size_t>(position(own, 10, 2))];
    low = std::min(low, static_cast<unsigned>(i));
    const auto both = static_cast<std::size_t>(position(own, 2, 1) * 5 + position(own, 5, 1));
    largest[both] = std::max(largest[both], static_cast<unsigned>(i));
  }
  EXPECT_EQ(read(stream, sums), sum);
  EXPECT_EQ(read(stream, along), count);
  EXPECT_EQ(read(stream, least), smallest);
  EXPECT_EQ(read(stream, most), largest);
  EXPECT_THAT(read(stream, last), testing::ElementsAre(0, 1, 4, 9, 16, 25, 36, 49, 64, 81));
}

}  // namespace
}  // namespace duet::test
