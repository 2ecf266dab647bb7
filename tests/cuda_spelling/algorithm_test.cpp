// Algorithms of the standard library and of Thrust in kernels, against those of the host.

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

#include "spelling_program.hpp"

namespace duet::test {
namespace {

constexpr const char* headers =
    "#include <algorithm>\n#include <bit>\n#include <cmath>\n#include <functional>\n"
    "#include <iterator>\n#include <numeric>\n#include <tuple>\n#include <utility>\n";

// clang-format off
DUET_TEST_SAME(reading,
  int a[12] = {5, 3, 8, 3, 3, 9, 1, 7, 3, 3, 2, 6};
  int sorted[9] = {1, 2, 2, 4, 4, 4, 7, 9, 12};
  auto odd = [](int x) { return x % 2 != 0; };
  put(std::all_of(a, a + 2, odd)); put(std::any_of(a, a + 12, odd)); put(std::none_of(a, a + 12, odd));
  put(std::find_if(a, a + 12, [](int x) { return x > 8; }) - a);
  put(std::find_if_not(a, a + 12, odd) - a); put(std::count(a, a + 12, 3)); put(std::count_if(a, a + 12, odd));
  put(std::adjacent_find(a, a + 12) - a); put(std::adjacent_find(a, a + 3) - a);
  int part[2] = {3, 3}; int rest[2] = {7, 1};
  put(std::search(a, a + 12, part, part + 2) - a); put(std::search(a, a + 12, rest, rest + 2) - a);
  put(std::find_end(a, a + 12, part, part + 2) - a); put(std::find_end(a, a + 12, rest, rest + 2) - a);
  put(std::search_n(a, a + 12, 2, 3) - a); put(std::search_n(a, a + 12, 3, 3) - a);
  put(std::find_first_of(a, a + 12, rest, rest + 2) - a);
  put(std::mismatch(a + 3, a + 6, a + 8).first - a); put(std::equal(a + 3, a + 5, a + 8));
  put(std::lexicographical_compare(a, a + 3, a + 1, a + 5));
  put(std::is_sorted(a, a + 12)); put(std::is_sorted(sorted, sorted + 9));
  put(std::is_sorted_until(a + 1, a + 12) - a);
  for (int x = 0; x < 14; ++x) {
    put(std::lower_bound(sorted, sorted + 9, x) - sorted);
    put(std::upper_bound(sorted, sorted + 9, x, std::less<>()) - sorted);
    put(std::equal_range(sorted, sorted + 9, x).second - std::equal_range(sorted, sorted + 9, x).first);
    put(std::binary_search(sorted, sorted + 9, x));
  }
  put(std::partition_point(sorted, sorted + 9, [](int x) { return x < 5; }) - sorted);
  put(std::is_partitioned(sorted, sorted + 9, odd));
  put(std::includes(sorted, sorted + 9, sorted + 3, sorted + 5)); put(std::includes(sorted, sorted + 3, a, a + 1));
  put(std::max_element(a, a + 12, std::greater<>()) - a); put(std::min_element(a, a + 12, std::greater<>()) - a);
  put(std::minmax_element(a, a + 12).first - a); put(std::minmax_element(a + 3, a + 5).second - a);
  put(std::clamp(3, 5, 9, std::less<>()));
  int sum = 0; std::for_each(a, a + 12, [&](int x) { sum = sum * 3 + x; }); put(sum);
  std::for_each_n(a, 5, [&](int x) { sum -= x; }); put(sum))

DUET_TEST_SAME(writing,
  int a[12] = {5, 3, 8, 3, 3, 9, 1, 7, 3, 3, 2, 6};
  int b[24] = {};
  auto odd = [](int x) { return x % 2 != 0; };
  auto show = [&](auto end) { for (int* at = b; at != end; ++at) put(*at); put(-1); };
  show(std::copy_if(a, a + 12, b, odd)); show(std::copy_n(a, 5, b));
  std::copy_backward(b, b + 5, b + 7); show(b + 7); std::move_backward(b, b + 5, b + 7); show(b + 7);
  show(std::move(a, a + 4, b)); show(std::transform(a, a + 12, b, [](int x) { return x * x; }));
  show(std::transform(a, a + 6, a + 6, b, std::minus<>()));
  int next = 3; std::generate(b, b + 4, [&] { return next += 2; }); show(b + 4);
  std::generate_n(b, 3, [&] { return next -= 1; }); show(b + 4);
  show(std::remove_copy_if(a, a + 12, b, odd)); show(std::remove_copy(a, a + 12, b, 3));
  std::copy(a, a + 12, b); show(std::remove(b, b + 12, 3));
  std::copy(a, a + 12, b); show(std::remove_if(b, b + 12, odd));
  std::copy(a, a + 12, b); std::replace(b, b + 12, 3, 30); show(b + 12);
  std::replace_if(b, b + 12, odd, 0); show(b + 12);
  show(std::replace_copy(a, a + 12, b, 3, 4)); show(std::replace_copy_if(a, a + 12, b, odd, 4));
  show(std::unique_copy(a, a + 12, b)); std::copy(a, a + 12, b); show(std::unique(b, b + 12));
  std::copy(a, a + 12, b); std::swap_ranges(b, b + 4, b + 8); std::iter_swap(b, b + 11); show(b + 12);
  show(std::reverse_copy(a, a + 12, b)); put(std::rotate(b, b + 5, b + 12) - b); show(b + 12);
  show(std::rotate_copy(a, a + 4, a + 12, b));
  put(std::partition(b, b + 12, odd) - b); std::sort(b, b + 12); show(b + 12);
  std::copy(a, a + 12, b); put(std::stable_partition(b, b + 12, odd) - b); show(b + 12))

DUET_TEST_SAME(sorting,
  int a[37] = {}; int b[80] = {};
  for (int i = 0; i < 37; ++i) a[i] = i * 7919 % 101 + (i % 3) * 1000;
  auto show = [&](auto count) { for (int i = 0; i < count; ++i) put(b[i]); put(-1); };
  auto by_rest = [](int x, int y) { return x % 10 < y % 10; };
  for (int size = 0; size < 38; size = size * 2 + 1) {
    std::copy(a, a + size, b); std::sort(b, b + size); show(size);
    std::sort(b, b + size, std::greater<>()); show(size);
    std::copy(a, a + size, b); std::stable_sort(b, b + size, by_rest); show(size);
    std::copy(a, a + size, b); std::partial_sort(b, b + size / 3, b + size); show(size / 3);
    std::copy(a, a + size, b); if (size > 0) { std::nth_element(b, b + size / 2, b + size); put(b[size / 2]); }
    std::copy(a, a + size, b); std::make_heap(b, b + size); put(std::is_heap(b, b + size));
    if (size > 0) { std::pop_heap(b, b + size); put(b[size - 1]); b[size - 1] = 77; std::push_heap(b, b + size); put(b[0]); }
    std::sort_heap(b, b + size); show(size);
    std::sort(b, b + size / 2); std::sort(b + size / 2, b + size); std::inplace_merge(b, b + size / 2, b + size); show(size);
  }
  int x[7] = {1, 2, 2, 3, 5, 8, 8}; int y[6] = {2, 3, 4, 8, 9, 9};
  show(std::merge(x, x + 7, y, y + 6, b) - b); show(std::set_union(x, x + 7, y, y + 6, b) - b);
  show(std::set_intersection(x, x + 7, y, y + 6, b) - b); show(std::set_difference(x, x + 7, y, y + 6, b) - b);
  show(std::set_symmetric_difference(x, x + 7, y, y + 6, b) - b);
  int p[4] = {1, 2, 2, 4};
  do { for (int i : p) put(i); } while (std::next_permutation(p, p + 4));
  put(std::prev_permutation(p, p + 4)); for (int i : p) { put(i); })

DUET_TEST_SAME(numbers,
  int a[6] = {4, 7, 1, 9, 2, 6}; int b[6] = {};
  auto show = [&](auto count) { for (int i = 0; i < count; ++i) put(b[i]); put(-1); };
  put(std::accumulate(a, a + 6, 2, std::multiplies<>())); put(std::reduce(a, a + 6)); put(std::reduce(a, a + 6, 5));
  put(std::inner_product(a, a + 3, a + 3, 1)); put(std::transform_reduce(a, a + 3, a + 3, 1));
  put(std::transform_reduce(a, a + 6, 0, std::plus<>(), [](int x) { return x * x; }));
  show(std::inclusive_scan(a, a + 6, b) - b); show(std::partial_sum(a, a + 6, b, std::multiplies<>()) - b);
  show(std::inclusive_scan(a, a + 6, b, std::plus<>(), 100) - b);
  show(std::exclusive_scan(a, a + 6, b, 10) - b); std::copy(a, a + 6, b); std::exclusive_scan(b, b + 6, b, 0); show(6);
  show(std::transform_inclusive_scan(a, a + 6, b, std::plus<>(), std::negate<>()) - b);
  show(std::transform_exclusive_scan(a, a + 6, b, 1, std::plus<>(), std::negate<>()) - b);
  show(std::adjacent_difference(a, a + 6, b) - b);
  put(std::gcd(54, -24)); put(std::lcm(4, 6)); put(std::midpoint(-7, 4)); put(std::midpoint(9, 4));
  put(std::midpoint(2.0f, 4.0f)); put(std::midpoint(a, a + 5) - a);
  put(std::lerp(2.0f, 10.0f, 0.25f)); put(std::isnormal(1e-40f)); put(std::isless(1.0f, 2.0)); put(std::isunordered(NAN, 1.0f));
  put(std::rotl(0x81u, 28)); put(std::rotr(static_cast<unsigned char>(0x81), 3)); put(std::bit_width(300u));
  put(std::countl_one(0xffff0000u)); put(std::countr_one(0x17u)); put(std::endian::native == std::endian::little);
  put(std::cmp_less(-1, 1u)); put(std::cmp_equal(-1, ~0u)); put(std::cmp_greater(3u, -5)); put(std::in_range<unsigned char>(256));
  struct Point { int x; explicit Point(int value) : x(value) {} int twice(int y) const { return 2 * (x + y); } };
  Point point{4}; put(std::invoke(&Point::twice, point, 3)); put(std::invoke(&Point::x, point));
  put(std::invoke([](int x) { return x + 1; }, 5)); put(std::not_fn([](int x) { return x > 3; })(5));
  auto reference = std::ref(point); reference.get().x = 11; put(point.x);
  auto joined = std::tuple_cat(std::make_tuple(1, 2.5f), std::make_tuple(7)); put(std::get<1>(joined)); put(std::get<2>(joined));
  std::tie(b[0], std::ignore) = std::make_tuple(6, 2); put(b[0]); put(std::make_from_tuple<Point>(std::make_tuple(9)).x);
  put(std::ssize(a)); put(*std::rbegin(a)); put(std::cend(a) - std::cbegin(a)))
// clang-format on

TEST(CudaSpellingAlgorithmTest, ReadSequences) { expect_same(headers, reading_text, reading()); }
TEST(CudaSpellingAlgorithmTest, WriteSequences) { expect_same(headers, writing_text, writing()); }
TEST(CudaSpellingAlgorithmTest, Sort) { expect_same(headers, sorting_text, sorting()); }
TEST(CudaSpellingAlgorithmTest, ComputeNumbers) { expect_same(headers, numbers_text, numbers()); }

TEST(CudaSpellingAlgorithmTest, ThrustWorksInEachThread) {
  run_spelled<int>(R"(
    #include <thrust/device_vector.h>
    #include <thrust/execution_policy.h>
    #include <thrust/iterator/counting_iterator.h>
    #include <thrust/iterator/transform_iterator.h>
    #include <thrust/scan.h>
    #include <thrust/sort.h>
    #include <thrust/transform_reduce.h>
    struct Square { __device__ int operator()(int x) const { return x * x; } };
    __global__ void k(int* out) {
      int keys[5] = {9, 4, 4, 7, 1}, values[5] = {0, 1, 2, 3, 4}, sums[5];
      thrust::stable_sort_by_key(thrust::seq, keys, keys + 5, values);
      for (int i = 0; i < 5; ++i) *out++ = keys[i] * 10 + values[i];
      thrust::inclusive_scan(thrust::device, keys, keys + 5, sums);
      thrust::exclusive_scan(sums, sums + 5, sums);
      *out++ = sums[4];
      *out++ = thrust::transform_reduce(thrust::seq, keys, keys + 5, Square(), 0, thrust::plus<int>());
      thrust::sort(keys, keys + 5, thrust::greater<int>());
      *out++ = keys[0];
      auto squares = thrust::make_transform_iterator(thrust::counting_iterator<int>(1), Square());
      *out++ = thrust::reduce(thrust::seq, squares, squares + 4) + squares[9];
      int groups[5] = {1, 1, 2, 2, 2};
      *out++ = thrust::reduce_by_key(thrust::seq, groups, groups + 5, values, keys, sums).first - keys;
      *out++ = sums[1];
    }
    void on_the_host(thrust::device_vector<int>& x) { thrust::sort(x.begin(), x.end()); })",
                   1, 1, 11, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector{14, 41, 42, 73, 90, 1 + 5 + 9 + 16, 163, 9,
                                                 30 + 100, 2, 2 + 3 + 0}));
                   });
}

}  // namespace
}  // namespace duet::test
