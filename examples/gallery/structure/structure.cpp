// Scans, sorts, tables and graphs.

#include <algorithm>
#include <array>
#include <numeric>

#include "gallery/framework/run.hpp"

namespace gallery {
namespace {

template <typename T>
std::vector<T> first(const std::vector<T>& all, std::size_t count) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

void scan_blelloch(Run& run) {
  auto x = numbers<float>(512, 0, 100);
  for (float& v : x) v = std::floor(v);
  const auto in = run.input(x);
  const auto out = run.output<float>(512);
  run.launch("scan_blelloch", {{1}, {256}, (512 + 16) * sizeof(float)}, out, in, 512);
  std::vector<float> expected(512);
  std::exclusive_scan(x.begin(), x.end(), expected.begin(), 0.0f);
  run.expect_equal(run.read(out), expected);
}

void scan_cub(Run& run) {
  auto x = numbers<int>(3000, -50, 60);
  const auto data = run.input(x);
  run.launch("scan_cub", {{1}, {128}}, data, 3000);
  std::partial_sum(x.begin(), x.end(), x.begin());
  run.expect_equal(run.read(data), x);
}

void radix_sort(Run& run) {
  const auto x = numbers<float>(2048, -10, 10);
  const auto keys = run.input(x);
  const auto values = run.output<int>(2048);
  run.launch("BlockSortKernel<float, 128, 8>", {{2}, {128}}, keys, values);
  std::vector<int> order(2048);
  std::iota(order.begin(), order.end(), 0);
  const auto less = [&](int a, int b) {
    return x[static_cast<std::size_t>(a)] < x[static_cast<std::size_t>(b)];
  };
  std::stable_sort(order.begin(), order.begin() + 1024, less);
  std::stable_sort(order.begin() + 1024, order.end(), less);
  std::vector<float> sorted;
  sorted.reserve(order.size());
  for (const int i : order) sorted.push_back(x[static_cast<std::size_t>(i)]);
  run.expect_equal(run.read(values), order);
  run.expect_equal(run.read(keys), sorted);
}

void bitonic_sort(Run& run) {
  auto x = numbers<unsigned>(512, 0, 4e9);
  std::vector<unsigned> values(512);
  std::iota(values.begin(), values.end(), 0u);
  const auto keys = run.input(x), payload = run.input(values);
  run.launch("bitonic_sort", {{1}, {256}}, keys, payload, 512u, 1u);
  const auto found = run.read(payload);
  std::vector<unsigned> moved;
  moved.reserve(found.size());
  for (const unsigned i : found) moved.push_back(x[i]);
  std::sort(x.begin(), x.end());
  run.expect_equal(run.read(keys), x);
  run.expect_equal(moved, x);
}

void histogram(Run& run) {
  const auto x = numbers<unsigned char>(20000, 0, 256);
  const auto in = run.input(x);
  const auto out = run.output<unsigned>(256);
  run.launch("histogram256", {{3}, {128}}, out, in, 5000);
  std::vector<unsigned> expected(256);
  for (const unsigned char c : x) ++expected[c];
  run.expect_equal(run.read(out), expected);
}

void compaction(Run& run) {
  const auto x = numbers<int>(1000, -50, 50);
  const auto in = run.input(x);
  const auto out = run.output<int>(1000), count = run.output<int>(1);
  run.launch("filter", {{4}, {256}}, out, count, in, 1000);
  std::vector<int> kept;
  std::copy_if(x.begin(), x.end(), std::back_inserter(kept), [](int v) { return v > 0; });
  run.expect_equal(run.read(count), {static_cast<int>(kept.size())});
  auto found = first(run.read(out), kept.size()), sorted = kept;
  std::sort(found.begin(), found.end());
  std::sort(sorted.begin(), sorted.end());
  run.expect_equal(found, sorted);
  run.launch("filter_in_order", {{1}, {1024}}, out, count, in, 1000);
  run.expect_equal(run.read(count), {static_cast<int>(kept.size())});
  run.expect_equal(first(run.read(out), kept.size()), kept);
}

void run_lengths(Run& run) {
  const auto x = numbers<int>(512, 0, 3);
  const auto in = run.input(x);
  const auto values = run.output<int>(512), begins = run.output<int>(512),
             count = run.output<int>(1);
  run.launch("run_lengths", {{1}, {128}}, in, values, begins, count);
  std::vector<int> expected_values, expected_begins;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i > 0 && x[i] == x[i - 1]) continue;
    expected_values.push_back(x[i]);
    expected_begins.push_back(static_cast<int>(i));
  }
  run.expect_equal(run.read(count), {static_cast<int>(expected_values.size())});
  run.expect_equal(first(run.read(values), expected_values.size()), expected_values);
  run.expect_equal(first(run.read(begins), expected_values.size()), expected_begins);
}

void hash_table(Run& run) {
  const auto keys = numbers<unsigned>(2000, 0, 300), asked = numbers<unsigned>(100, 0, 400, 2);
  std::vector<std::array<unsigned, 2>> empty(1024, {0xffffffffu, 0});
  const auto table = run.input(empty);
  const auto in = run.input(keys), queries = run.input(asked);
  const auto counts = run.output<unsigned>(100);
  run.launch("hash_count", {{8}, {256}}, table, 1024u, in, 2000u);
  run.launch("hash_lookup", {{1}, {128}}, table, 1024u, queries, counts, 100u);
  std::vector<unsigned> expected;
  expected.reserve(asked.size());
  for (const unsigned key : asked) {
    expected.push_back(static_cast<unsigned>(std::count(keys.begin(), keys.end(), key)));
  }
  run.expect_equal(run.read(counts), expected);
}

void bfs(Run& run) {
  constexpr int n = 500;
  std::vector<std::vector<int>> neighbours(n);
  const auto ends = numbers<int>(2400, 0, n);
  for (std::size_t i = 0; i < ends.size(); i += 2) {
    neighbours[static_cast<std::size_t>(ends[i])].push_back(ends[i + 1]);
  }
  for (int i = 0; i < 90; ++i) neighbours[7].push_back((i * 5) % n);  // More than a warp.
  std::vector<int> rows{0}, columns;
  for (const auto& row : neighbours) {
    columns.insert(columns.end(), row.begin(), row.end());
    rows.push_back(static_cast<int>(columns.size()));
  }
  std::vector<int> expected(n, -1), frontier{7};
  expected[7] = 0;
  for (int level = 0; !frontier.empty(); ++level) {
    std::vector<int> next;
    for (const int u : frontier) {
      for (const int v : neighbours[static_cast<std::size_t>(u)]) {
        if (expected[static_cast<std::size_t>(v)] >= 0) continue;
        expected[static_cast<std::size_t>(v)] = level + 1;
        next.push_back(v);
      }
    }
    frontier = next;
  }
  std::vector<int> start(n, -1);
  start[7] = 0;
  const auto offsets = run.input(rows), targets = run.input(columns), distance = run.input(start);
  std::vector<int> queue{7};
  for (int level = 0; !queue.empty(); ++level) {
    const auto current = run.input(queue);
    const auto next = run.output<int>(n), size = run.output<int>(1);
    run.launch("bfs_level", {{2}, {128}}, offsets, targets, current, static_cast<int>(queue.size()),
               next, size, distance, level);
    queue = first(run.read(next), static_cast<std::size_t>(run.read(size)[0]));
  }
  run.expect_equal(run.read(distance), expected);
}

void components(Run& run) {
  constexpr int n = 400;
  const auto ends = numbers<int>(500, 0, n);
  std::vector<int> label(n);
  std::iota(label.begin(), label.end(), 0);
  const auto parent = run.input(label), edges = run.input(ends);
  // Labels are the smallest vertex of each component.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      int& a = label[static_cast<std::size_t>(ends[i])];
      int& b = label[static_cast<std::size_t>(ends[i + 1])];
      if (a == b) continue;
      a = b = std::min(a, b);
      changed = true;
    }
  }
  run.launch("hook", {{2}, {128}}, parent, edges, 250);
  run.launch("flatten", {{4}, {128}}, parent, n);
  run.expect_equal(run.read(parent), label);
}

}  // namespace

std::vector<Case> structure_cases() {
  return {{"structure/scan_blelloch.cu", {"scan_blelloch"}, scan_blelloch},
          {"structure/scan_cub.cu", {"scan_cub"}, scan_cub},
          {"structure/radix_sort.cu", {"BlockSortKernel<float, 128, 8>"}, radix_sort},
          {"structure/bitonic_sort.cu", {"bitonic_sort"}, bitonic_sort},
          {"structure/histogram.cu", {"histogram256"}, histogram},
          {"structure/compaction.cu", {"filter", "filter_in_order"}, compaction},
          {"structure/run_lengths.cu", {"run_lengths"}, run_lengths},
          {"structure/hash_table.cu", {"hash_count", "hash_lookup"}, hash_table},
          {"structure/bfs.cu", {"bfs_level"}, bfs},
          {"structure/components.cu", {"hook", "flatten"}, components}};
}

}  // namespace gallery
