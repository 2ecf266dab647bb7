// CUB's operations of a block against a computation in order on the host. Scans and reductions use
// an operation that is associative but not commutative, so that each operand must be in its place.

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>

#include "cuda_spelling/spelling_program.hpp"

namespace duet::test {
namespace {

using CubBlockTest = DeviceTest;

/// A program that is compiled fast on the CPU.
Program quick(const std::string& source, std::vector<std::string> kernels, int wave_size) {
  Program program = spelled(source, std::move(kernels), wave_size);
  program.options.debug = std::string(backend_name()) == "CPU";
  return program;
}

/// The map x -> a x + b modulo 2^32.
struct Affine {
  unsigned a, b;
  bool operator==(const Affine&) const = default;
};
/// `first`, then `second`.
Affine then(Affine first, Affine second) {
  return {first.a * second.a, first.b * second.a + second.b};
}
Affine affine(int x) { return {2 * static_cast<unsigned>(x) + 1, static_cast<unsigned>(x) * 7u}; }

constexpr const char* prefix = R"(
    #include <cub/cub.cuh>
    struct Affine { unsigned a, b; };
    struct Then {
      __device__ Affine operator()(const Affine& first, const Affine& second) const {
        return {first.a * second.a, first.b * second.a + second.b};
      }
    };
    __device__ Affine affine(int x) { return {2 * unsigned(x) + 1, unsigned(x) * 7u}; }
    struct Running {
      Affine total;
      __device__ Affine operator()(const Affine& aggregate) {
        const Affine before = total;
        total = Then()(total, aggregate);
        return before;
      }
    };
)";

const std::string sums = std::string(prefix) + R"(
    // A value whose copies are functions, as many classes of kernels have them.
    struct Wrapped {
      int x;
      __device__ Wrapped() {}
      __device__ Wrapped(int value) : x(value) {}
      __device__ Wrapped(const Wrapped& other) : x(other.x) {}
      __device__ Wrapped& operator=(const Wrapped& other) { x = other.x; return *this; }
    };
    struct MaxWrapped {
      __device__ Wrapped operator()(const Wrapped& a, const Wrapped& b) const { return a.x < b.x ? b : a; }
    };
    template <int threads, int items>
    __global__ void combine(const int* in, int valid, Affine* reduced, Affine* scanned, int* sums) {
      typedef cub::BlockReduce<Affine, threads> Reduce;
      typedef cub::BlockScan<Affine, threads> Scan;
      typedef cub::BlockReduce<int, threads, cub::BLOCK_REDUCE_RAKING> Sum;
      typedef cub::BlockReduce<Wrapped, threads> Greatest;
      __shared__ union {
        typename Reduce::TempStorage reduce;
        typename Scan::TempStorage scan;
        typename Sum::TempStorage sum;
        typename Greatest::TempStorage greatest;
      } shared;
      const int t = threadIdx.x, total = threads * items;
      int x[items];
      cub::LoadDirectBlocked(t, in, x);
      Affine values[items];
      for (int i = 0; i < items; ++i) values[i] = affine(x[i]);
      const auto reduce = [&](int slot, Affine value) { if (t == 0) reduced[slot] = value; __syncthreads(); };
      reduce(0, Reduce(shared.reduce).Reduce(values[0], Then()));
      reduce(1, Reduce(shared.reduce).Reduce(values, Then()));
      reduce(2, Reduce(shared.reduce).Reduce(values[0], Then(), valid));
      const int sum = Sum(shared.sum).Sum(x);
      __syncthreads();
      const Wrapped greatest = Greatest(shared.greatest).Reduce(Wrapped(x[0]), MaxWrapped());
      __syncthreads();
      if (t == 0) { sums[0] = sum; sums[1] = greatest.x; }
      const Affine initial = affine(77);
      Affine result, aggregate, results[items];
      int row = 0;
      const auto keep = [&] {
        for (int i = 0; i < items; ++i) scanned[row * total + t * items + i] = results[i];
        ++row;
        __syncthreads();
      };
      Scan(shared.scan).InclusiveScan(values, results, Then());
      keep();
      Scan(shared.scan).InclusiveScan(values, results, Then(), aggregate);
      reduce(3 + t * 0, aggregate);
      keep();
      Scan(shared.scan).ExclusiveScan(values, results, initial, Then());
      keep();
      Scan(shared.scan).ExclusiveScan(values, results, initial, Then(), aggregate);
      reduce(4, aggregate);
      keep();
      Running running{affine(5)};
      Scan(shared.scan).ExclusiveScan(values, results, Then(), running);
      keep();
      Scan(shared.scan).InclusiveScan(values, results, Then(), running);
      keep();
      Scan(shared.scan).InclusiveScan(values[0], result, Then());
      for (int i = 0; i < items; ++i) results[i] = result;
      keep();
      Scan(shared.scan).ExclusiveScan(values[0], result, initial, Then());
      for (int i = 0; i < items; ++i) results[i] = result;
      keep();
      Scan(shared.scan).ExclusiveScan(values, results, Then());
      if (t == 0) results[0] = initial;
      keep();
    })";

struct Shape {
  int threads, items;
};
constexpr Shape shapes[] = {{7, 3}, {33, 1}, {96, 4}, {1000, 1}};

std::string named(const std::string& kernel, Shape shape) {
  return kernel + "<" + std::to_string(shape.threads) + ", " + std::to_string(shape.items) + ">";
}
std::vector<std::string> names_of(const std::string& kernel) {
  std::vector<std::string> names;
  for (const Shape shape : shapes) names.push_back(named(kernel, shape));
  return names;
}

std::vector<int> numbers(int count) {
  std::vector<int> result(static_cast<std::size_t>(count));
  unsigned state = 12345;
  for (int& x : result) {
    state = state * 1664525u + 1013904223u;
    x = static_cast<int>(state >> 16) - 30000;
  }
  return result;
}

/// The scans of all values, after `before`.
std::vector<Affine> scan(const std::vector<Affine>& values, bool inclusive,
                         std::optional<Affine> before) {
  std::vector<Affine> results;
  for (const Affine value : values) {
    const Affine all = before ? then(*before, value) : value;
    results.push_back(inclusive ? all : before.value_or(affine(77)));
    before = all;
  }
  return results;
}

TEST_F(CubBlockTest, ReductionsAndScansCombineItemsInTheirOrder) {
  const Stream stream(device());
  for (const int wave_size : spelled_wave_sizes()) {
    const Module module(device(), compile(quick(sums, names_of("combine"), wave_size), device()));
    for (const Shape shape : shapes) {
      SCOPED_TRACE(named("combine", shape) + ", waves of " + std::to_string(wave_size));
      const auto threads = static_cast<unsigned>(shape.threads);
      const auto items = static_cast<std::size_t>(shape.items);
      const int valid = shape.threads * 2 / 3 + 1;
      const std::vector<int> in = numbers(shape.threads * shape.items);
      const Buffer<int> input(stream, in.size()), totals(stream, 2);
      const Buffer<Affine> reduced(stream, 5), scanned(stream, 9 * in.size());
      write(stream, input, in);
      launch(stream, module.kernel(named("combine", shape)), {{1}, {threads}}, input, valid,
             static_cast<void*>(reduced.data()), static_cast<void*>(scanned.data()), totals);

      std::vector<Affine> values, firsts;
      std::vector<int> first_numbers;
      for (std::size_t i = 0; i < in.size(); ++i) {
        values.push_back(affine(in[i]));
        if (i % items == 0) firsts.push_back(values.back());
        if (i % items == 0) first_numbers.push_back(in[i]);
      }
      const auto all = [](const std::vector<Affine>& some) { return scan(some, true, {}).back(); };
      const Affine initial = affine(77), total = all(values);
      const std::vector<Affine> some_firsts(firsts.begin(), firsts.begin() + valid);
      const auto found = read(stream, reduced);
      EXPECT_EQ(found[0], all(firsts));
      EXPECT_EQ(found[1], total);
      EXPECT_EQ(found[2], all(some_firsts));
      EXPECT_EQ(found[3], total);
      EXPECT_EQ(found[4], total);
      EXPECT_THAT(
          read(stream, totals),
          testing::ElementsAre(std::accumulate(in.begin(), in.end(), 0),
                               *std::max_element(first_numbers.begin(), first_numbers.end())));

      const auto each = [&](const std::vector<Affine>& of_threads) {
        std::vector<Affine> result;
        for (const Affine value : of_threads) result.insert(result.end(), items, value);
        return result;
      };
      const Affine before = affine(5);
      const std::vector<std::vector<Affine>> expected{
          scan(values, true, {}),       scan(values, true, {}),
          scan(values, false, initial), scan(values, false, initial),
          scan(values, false, before),  scan(values, true, then(before, total)),
          each(scan(firsts, true, {})), each(scan(firsts, false, initial)),
          scan(values, false, {})};
      const auto rows = read(stream, scanned);
      for (std::size_t row = 0; row < expected.size(); ++row) {
        const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(row * in.size());
        EXPECT_TRUE(std::equal(expected[row].begin(), expected[row].end(), begin))
            << "scan " << row;
      }
    }
  }
}

const std::string moves = std::string(prefix) + R"(
    template <int threads, int items>
    __global__ void move(const int* in, int valid, int* out) {
      typedef cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_TRANSPOSE> Load;
      typedef cub::BlockStore<int, threads, items, cub::BLOCK_STORE_WARP_TRANSPOSE> Store;
      typedef cub::BlockExchange<int, threads, items> Exchange;
      typedef cub::BlockDiscontinuity<int, threads> Discontinuity;
      typedef cub::BlockAdjacentDifference<int, threads> Difference;
      typedef cub::BlockShuffle<int, threads> Shuffle;
      typedef cub::BlockHistogram<unsigned char, threads, items, 16> Histogram;
      __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Exchange::TempStorage exchange;
        typename Discontinuity::TempStorage discontinuity;
        typename Difference::TempStorage difference;
        typename Shuffle::TempStorage shuffle;
        typename Histogram::TempStorage histogram;
      } shared;
      __shared__ int bins[16];
      const int t = threadIdx.x, total = threads * items;
      int x[items], y[items], z[items];
      Load(shared.load).Load(in, x, valid, -1);
      __syncthreads();
      int row = 0;
      const auto keep = [&](int (&values)[items]) {
        cub::StoreDirectBlocked(t, out + row * total, values);
        ++row;
        __syncthreads();
      };
      keep(x);
      Exchange(shared.exchange).BlockedToStriped(x, y);
      keep(y);
      Exchange(shared.exchange).StripedToBlocked(y);
      keep(y);
      Exchange(shared.exchange).BlockedToWarpStriped(x, y);
      __syncthreads();
      Exchange(shared.exchange).WarpStripedToBlocked(y);
      keep(y);
      int ranks[items];
      for (int i = 0; i < items; ++i) ranks[i] = total - 1 - (t * items + i);
      Exchange(shared.exchange).ScatterToBlocked(x, y, ranks);
      keep(y);
      Discontinuity(shared.discontinuity).FlagHeads(y, x, cub::Inequality());
      keep(y);
      Discontinuity(shared.discontinuity).FlagHeadsAndTails(y, x[0], z, x, cub::Inequality());
      keep(y);
      keep(z);
      Difference(shared.difference).SubtractLeft(x, y, cub::Difference());
      keep(y);
      Difference(shared.difference).SubtractRight(x, y, cub::Difference(), 1000);
      keep(y);
      for (int i = 0; i < items; ++i) y[i] = z[i] = 4321;
      Shuffle(shared.shuffle).Up(x, y);
      __syncthreads();
      Shuffle(shared.shuffle).Down(x, z);
      keep(y);
      keep(z);
      for (int i = 0; i < items; ++i) y[i] = z[i] = 4321;
      Shuffle(shared.shuffle).Rotate(x[0], y[0], 2);
      __syncthreads();
      Shuffle(shared.shuffle).Offset(x[0], z[0], -1);
      keep(y);
      keep(z);
      unsigned char bin[items];
      for (int i = 0; i < items; ++i) bin[i] = (unsigned char)(x[i] & 15);
      Histogram(shared.histogram).Histogram(bin, bins);
      __syncthreads();
      for (int i = 0; i < items; ++i) y[i] = bins[(t * items + i) % 16];
      keep(y);
      Store(shared.store).Store(out + row * total, x, valid);
    })";

TEST_F(CubBlockTest, ItemsMoveToTheirPlaces) {
  const Stream stream(device());
  for (const int wave_size : spelled_wave_sizes()) {
    const Module module(device(), compile(quick(moves, names_of("move"), wave_size), device()));
    for (const Shape shape : shapes) {
      SCOPED_TRACE(named("move", shape) + ", waves of " + std::to_string(wave_size));
      const int threads = shape.threads, items = shape.items, total = threads * items;
      const int valid = total * 2 / 3 + 1;
      std::vector<int> in = numbers(total);
      for (int& x : in) x = x % 3 + 5;
      const Buffer<int> input(stream, in.size()), output(stream, 16 * in.size());
      write(stream, input, in);
      write(stream, output, std::vector<int>(16 * in.size(), -7));
      launch(stream, module.kernel(named("move", shape)), {{1}, {static_cast<unsigned>(threads)}},
             input, valid, output);
      const auto found = read(stream, output);

      std::vector<int> x = in;
      std::fill(x.begin() + valid, x.end(), -1);
      const auto at = [&](int i) { return x[static_cast<std::size_t>(i)]; };
      int row = 0;
      const auto expect = [&](const char* what, auto&& value) {
        std::vector<int> expected(in.size());
        for (int i = 0; i < total; ++i) expected[static_cast<std::size_t>(i)] = value(i);
        const auto begin = found.begin() + static_cast<std::ptrdiff_t>(row) * total;
        EXPECT_EQ(std::vector<int>(begin, begin + total), expected) << what;
        ++row;
      };
      expect("load", at);
      expect("striped", [&](int i) { return at(i / items + i % items * threads); });
      expect("blocked", at);
      expect("warp-striped and back", at);
      expect("scattered", [&](int i) { return at(total - 1 - i); });
      expect("heads", [&](int i) { return i == 0 || at(i) != at(i - 1); });
      expect("heads after an item", [&](int i) { return i > 0 && at(i) != at(i - 1); });
      expect("tails", [&](int i) { return i + 1 == total || at(i) != at(i + 1); });
      expect("left differences", [&](int i) { return i == 0 ? at(0) : at(i) - at(i - 1); });
      expect("right differences",
             [&](int i) { return at(i) - (i + 1 < total ? at(i + 1) : 1000); });
      expect("up", [&](int i) { return i == 0 ? 4321 : at(i - 1); });
      expect("down", [&](int i) { return i + 1 == total ? 4321 : at(i + 1); });
      expect("rotated",
             [&](int i) { return i % items == 0 ? at((i / items + 2) % threads * items) : 4321; });
      expect("offset",
             [&](int i) { return i % items == 0 && i > 0 ? at((i / items - 1) * items) : 4321; });
      expect("histogram", [&](int i) {
        return static_cast<int>(
            std::count_if(x.begin(), x.end(), [&](int y) { return (y & 15) == i % 16; }));
      });
      expect("store", [&](int i) { return i < valid ? at(i) : -7; });
    }
  }
}

const std::string sorts = std::string(prefix) + R"(
    template <typename Key> __device__ Key key(int x) { return Key(x); }
    template <> __device__ float key<float>(int x) { return x == 0 ? -0.0f : float(x) * 1.5f; }
    struct Less { template <typename T> __device__ bool operator()(const T& a, const T& b) const { return a < b; } };
    template <typename Key, int threads, int items>
    __global__ void sort(const int* in, Key* keys, int* values) {
      typedef cub::BlockRadixSort<Key, threads, items, int> Sort;
      typedef cub::BlockRadixSort<Key, threads, items> SortKeys;
      typedef cub::BlockMergeSort<Key, threads, items, int> Merge;
      __shared__ union {
        typename Sort::TempStorage sort;
        typename SortKeys::TempStorage keys;
        typename Merge::TempStorage merge;
      } shared;
      const int t = threadIdx.x, total = threads * items;
      Key k[items];
      int v[items];
      int row = 0;
      const auto load = [&] {
        for (int i = 0; i < items; ++i) {
          v[i] = t * items + i;
          k[i] = key<Key>(in[v[i]]);
        }
      };
      const auto keep = [&] {
        cub::StoreDirectBlocked(t, keys + row * total, k);
        cub::StoreDirectBlocked(t, values + row * total, v);
        ++row;
        __syncthreads();
        load();
      };
      load();
      Sort(shared.sort).Sort(k, v);
      keep();
      Sort(shared.sort).SortDescending(k, v);
      keep();
      Sort(shared.sort).SortBlockedToStriped(k, v);
      keep();
      Sort(shared.sort).Sort(k, v, 1, 6);
      keep();
      SortKeys(shared.keys).SortDescendingBlockedToStriped(k);
      keep();
      Merge(shared.merge).Sort(k, v, Less());
      keep();
    })";

template <typename Key>
class CubSortTest : public DeviceTest {};
using Keys = testing::Types<int, float, unsigned char>;
struct KeyNames {
  template <typename Key>
  static std::string GetName(int) {  // NOLINT(readability-identifier-naming): GoogleTest's name
    return std::is_same_v<Key, int> ? "int" : std::is_same_v<Key, float> ? "float" : "byte";
  }
};
TYPED_TEST_SUITE(CubSortTest, Keys, KeyNames);

TYPED_TEST(CubSortTest, SortsAreStable) {
  using Key = TypeParam;
  const std::string type = std::is_same_v<Key, int>     ? "int"
                           : std::is_same_v<Key, float> ? "float"
                                                        : "unsigned char";
  const Stream stream(this->device());
  constexpr Shape sizes[] = {{5, 3}, {96, 4}};
  const auto name = [&](Shape shape) {
    return "sort<" + type + ", " + std::to_string(shape.threads) + ", " +
           std::to_string(shape.items) + ">";
  };
  for (const int wave_size : spelled_wave_sizes()) {
    const Module module(
        this->device(),
        compile(quick(sorts, {name(sizes[0]), name(sizes[1])}, wave_size), this->device()));
    for (const Shape shape : sizes) {
      SCOPED_TRACE(name(shape));
      const int items = shape.items, total = shape.threads * items;
      std::vector<int> in = numbers(total);
      // Many equal keys, zeros among them.
      for (int& x : in) x = x % 40;
      const Buffer<int> input(stream, in.size()), values(stream, 6 * in.size());
      const Buffer<Key> keys(stream, 6 * in.size());
      write(stream, input, in);
      launch(stream, module.kernel(name(shape)), {{1}, {static_cast<unsigned>(shape.threads)}},
             input, keys, values);
      const auto found_keys = read(stream, keys);
      const auto found_values = read(stream, values);

      const auto key = [&](int i) {
        const int x = in[static_cast<std::size_t>(i)];
        return std::is_same_v<Key, float> ? static_cast<Key>(static_cast<float>(x) * 1.5f)
                                          : static_cast<Key>(x);
      };
      const auto sorted = [&](auto less) {
        std::vector<int> order(in.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), less);
        return order;
      };
      const auto striped = [&](const std::vector<int>& order) {
        std::vector<int> result;
        result.reserve(order.size());
        for (int i = 0; i < total; ++i) {
          const int source = i / items + i % items * shape.threads;
          result.push_back(order[static_cast<std::size_t>(source)]);
        }
        return result;
      };
      const auto ascending = sorted([&](int a, int b) { return key(a) < key(b); });
      const auto descending = sorted([&](int a, int b) { return key(a) > key(b); });
      const auto bits = [&](int i) {
        const Key k = key(i);
        unsigned long long all = 0;
        std::memcpy(&all, &k, sizeof(Key));
        if (std::is_same_v<Key, float> && k < 0) all = ~all;
        return all >> 1 & 31;
      };
      const auto by_bits = sorted([&](int a, int b) { return bits(a) < bits(b); });
      std::vector<int> unmoved(in.size());
      std::iota(unmoved.begin(), unmoved.end(), 0);
      const std::vector<std::vector<int>> orders{ascending, descending,          striped(ascending),
                                                 by_bits,   striped(descending), ascending};
      for (std::size_t row = 0; row < orders.size(); ++row) {
        std::vector<Key> expected;
        for (const int i : orders[row]) expected.push_back(key(i));
        const auto at = static_cast<std::ptrdiff_t>(row) * total;
        const auto key_row = found_keys.begin() + at;
        const auto value_row = found_values.begin() + at;
        EXPECT_EQ(std::vector<Key>(key_row, key_row + total), expected) << "keys of sort " << row;
        EXPECT_EQ(std::vector<int>(value_row, value_row + total), row == 4 ? unmoved : orders[row])
            << "values of sort " << row;
      }
    }
  }
}

TEST(CubTest, EachHeaderCompilesAlone) {
  for (const char* header :
       {"cub/block/block_adjacent_difference.cuh", "cub/block/block_discontinuity.cuh",
        "cub/block/block_exchange.cuh", "cub/block/block_histogram.cuh",
        "cub/block/block_merge_sort.cuh", "cub/block/block_radix_sort.cuh",
        "cub/block/block_raking_layout.cuh", "cub/block/block_shuffle.cuh",
        "cub/block/block_store.cuh", "cub/thread/thread_load.cuh", "cub/thread/thread_reduce.cuh",
        "cub/thread/thread_store.cuh", "cub/util_ptx.cuh", "cub/warp/warp_load.cuh",
        "cub/warp/warp_scan.cuh", "cub/warp/warp_store.cuh"}) {
    const std::string source = "#include <" + std::string(header) + ">\n";
    EXPECT_NO_THROW((void)compile(spelled(source, {}), supported_architectures().back())) << header;
  }
}

}  // namespace
}  // namespace duet::test
