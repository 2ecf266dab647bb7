// Products with operands in shared memory. Elements are small integers, so that every sum is exact.

#include <string>
#include <vector>

#include "support/device_test.hpp"
#include "support/mismatches.hpp"

namespace duet::test {
namespace {

const std::string source = R"(
  #include <duet/device/bfloat16.hpp>
  #include <duet/device/half.hpp>
  #include <duet/device/matrix/shared_product.hpp>

  // d = a * transposed(b), and e = 1 + d * c, for 64 rows of which `rows` are in memory.
  template <typename T, int depth, int between, int columns>
  __global__ void products(const T* a, const T* b, const T* c, float* d, float* e, int rows) {
    constexpr int threads = 4 * duet::wave_size;
    using A = duet::SharedMatrix<T, 64, depth>;
    using B = duet::SharedMatrix<T, between, depth>;
    using C = duet::SharedMatrix<T, between, columns>;
    __shared__ __align__(1024) unsigned char shared[A::bytes + B::bytes + C::bytes];
    const A left(shared);
    const B right(shared + A::bytes);
    const C next(shared + A::bytes + B::bytes);
    left.template start_copy<threads>(a, depth, rows);
    right.template start_copy<threads>(b, depth, between);
    next.template start_copy<threads>(c, columns, between);
    duet::async_copy_commit();
    duet::finish_copies();
    const int first = threadIdx.x / duet::wave_size * 16;
    duet::AccumulatorTile<float, 16, between> sums;
    duet::start_multiply(sums, left, first, right, duet::ColumnMajor());
    duet::finish_products(sums);
    sums.store(d + first * between, between);
    duet::AccumulatorTile<float, 16, columns> more;
    more.fill(1);
    const auto x = duet::matrix_cast<duet::LeftTile<T, 16, between>>(sums);
    duet::start_multiply_add(more, x, next, duet::RowMajor());
    duet::finish_products(more);
    more.store(e + first * columns, columns);
  })";

class SharedProductTest : public DeviceTest {
 protected:
  /// -1, 0 or 1.
  static int element(std::size_t row, std::size_t column, std::size_t seed) {
    return static_cast<int>((row * 7 + column * 13 + row * column + seed) % 3) - 1;
  }
  template <typename T>
  static Buffer<T> matrix(const Stream& stream, std::size_t rows, std::size_t columns,
                          std::size_t seed) {
    std::vector<T> values(rows * columns);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = T(static_cast<float>(element(i / columns, i % columns, seed)));
    }
    return Buffer<T>(stream, values);
  }

  template <typename T>
  static void check(const std::string& type, std::size_t depth, std::size_t between,
                    std::size_t columns) {
    constexpr std::size_t all_rows = 64, rows = 50;
    const std::string name = "products<" + type + ", " + std::to_string(depth) + ", " +
                             std::to_string(between) + ", " + std::to_string(columns) + ">";
    Program program{.name = "test", .source = source, .kernels = {name}};
    if (device().info().architecture == "sm_90") program.options.architecture = "sm_90a";
    const Module module(device(), compile(program, device()));
    const Stream stream(device());
    const Buffer<T> a = matrix<T>(stream, rows, depth, 1), b = matrix<T>(stream, between, depth, 2),
                    c = matrix<T>(stream, between, columns, 3);
    const Buffer<float> d(device(), all_rows * between), e(device(), all_rows * columns);
    const auto lanes = static_cast<unsigned>(device().info().wave_size);
    launch(stream, module.kernel(name), {{1}, {4 * lanes}}, a, b, c, d, e, static_cast<int>(rows));
    const std::vector<float> products = read(stream, d), sums = read(stream, e);
    Mismatches mismatches(name);
    for (std::size_t row = 0; row < all_rows; ++row) {
      std::vector<int> expected(between);
      for (std::size_t i = 0; i < between; ++i) {
        for (std::size_t k = 0; k < depth && row < rows; ++k) {
          expected[i] += element(row, k, 1) * element(i, k, 2);
        }
        mismatches.expect_same(products[row * between + i], static_cast<float>(expected[i]), row,
                               i);
      }
      for (std::size_t column = 0; column < columns; ++column) {
        int sum = 1;
        for (std::size_t i = 0; i < between; ++i) sum += expected[i] * element(i, column, 3);
        mismatches.expect_same(sums[row * columns + column], static_cast<float>(sum), row, column);
      }
    }
  }
};

TEST_F(SharedProductTest, OperandsOfEveryKind) {
  check<half>("duet::half", 80, 32, 160);
  check<bfloat16>("duet::bfloat16", 64, 64, 80);
}

}  // namespace
}  // namespace duet::test
