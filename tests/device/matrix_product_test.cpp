// Products of tiles of every type against products in double on the host. Elements are small
// integers, so that every sum is exact.

#include <string>
#include <vector>

#include "support/device_test.hpp"
#include "support/mismatches.hpp"

namespace duet::test {
namespace {

/// Types of operands and sums, as kernels spell them, and how large elements are.
struct ProductTypes {
  std::string a, b, sum;
  int range;
  bool has_sign = true;
};

const std::vector<ProductTypes>& all_types() {
  static const std::vector<ProductTypes> types{
      {"duet::half", "duet::half", "float", 9},
      {"duet::half", "duet::half", "duet::half", 4},
      {"duet::bfloat16", "duet::bfloat16", "float", 9},
      {"duet::tf32", "duet::tf32", "float", 9},
      {"float", "float", "float", 9},
      {"double", "double", "double", 9},
      {"duet::int8_t", "duet::int8_t", "int", 127},
      {"duet::int8_t", "duet::uint8_t", "int", 127},
      {"duet::uint8_t", "duet::int8_t", "int", 127},
      {"duet::uint8_t", "duet::uint8_t", "int", 255},
      {"duet::float8_e4m3", "duet::float8_e4m3", "float", 9},
      {"duet::float8_e4m3", "duet::float8_e5m2", "float", 4},
      {"duet::float8_e5m2", "duet::float8_e4m3", "float", 4},
      {"duet::float8_e5m2", "duet::float8_e5m2", "duet::half", 4},
      {"duet::float8_e4m3_fnuz", "duet::float8_e5m2_fnuz", "float", 4},
      {"duet::float8_e4m3_fnuz", "duet::float8_e4m3_fnuz", "float", 9},
      {"duet::float8_e4m3_fnuz", "duet::float8_e4m3", "float", 9},
  };
  return types;
}

const std::string source = R"(
  #include <duet/device/matrix.hpp>
  // The matrices as elements of their types, in row-major or column-major order.
  template <typename T> __device__ void encode(const double* from, T* to, int rows, int columns,
                                               bool by_columns, int leading) {
    for (int i = threadIdx.x; i < rows * columns; i += blockDim.x) {
      const int row = i / columns, column = i % columns;
      to[by_columns ? column * leading + row : row * leading + column] = T(float(from[i]));
    }
  }
  template <typename A, typename B, typename Sum, int rows, int columns, int depth>
  __global__ void product(const double* a, const double* b, double* d, int orders, int space) {
    __shared__ A left[rows * depth + 16 * (rows + depth)];
    __shared__ B right[depth * columns + 16 * (columns + depth)];
    const bool a_by_columns = (orders & 1) != 0, b_by_columns = (orders & 2) != 0;
    const int a_leading = (a_by_columns ? rows : depth) + space;
    const int b_leading = (b_by_columns ? depth : columns) + space;
    encode(a, left, rows, depth, a_by_columns, a_leading);
    encode(b, right, depth, columns, b_by_columns, b_leading);
    __syncthreads();
    duet::LeftTile<A, rows, depth> x;
    duet::RightTile<B, depth, columns> y;
    if (a_by_columns) x.load(left, a_leading, duet::ColumnMajor());
    else x.load(left, a_leading);
    if (b_by_columns) y.load(right, b_leading, duet::ColumnMajor());
    else y.load(right, b_leading);
    duet::AccumulatorTile<Sum, rows, columns> sum;
    sum.fill(Sum(3));
    duet::multiply_add(sum, x, y);
    if ((orders & 4) != 0) sum.store(d, rows, duet::ColumnMajor());
    else sum.store(d, columns);
  })";

/// Numbers from -range to range, or from 0 on.
std::vector<double> numbers(std::size_t count, const ProductTypes& types, bool has_sign,
                            std::size_t seed) {
  std::vector<double> result(count);
  const auto range = static_cast<std::size_t>(types.range);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t random = (i * 7919 + seed * 104729 + i * i * 31) >> 2;
    result[i] = has_sign ? static_cast<double>(random % (2 * range + 1)) - types.range
                         : static_cast<double>(random % (range + 1));
  }
  return result;
}

struct Shape {
  std::size_t rows, columns, depth;
};

std::string name_of(const ProductTypes& types, const Shape& shape) {
  return "product<" + types.a + ", " + types.b + ", " + types.sum + ", " +
         std::to_string(shape.rows) + ", " + std::to_string(shape.columns) + ", " +
         std::to_string(shape.depth) + ">";
}

class WaveMatrixProductTest : public DeviceTest {
 protected:
  static void check(const Module& module, const ProductTypes& types, const Shape& shape,
                    unsigned orders) {
    const Stream stream(device());
    const auto [rows, columns, depth] = shape;
    const bool a_has_sign = types.a != "duet::uint8_t", b_has_sign = types.b != "duet::uint8_t";
    const std::vector<double> a = numbers(rows * depth, types, a_has_sign, 1);
    const std::vector<double> b = numbers(depth * columns, types, b_has_sign, 2);
    const Buffer<double> on_device_a(device(), a.size()), on_device_b(device(), b.size());
    const Buffer<double> result(device(), rows * columns);
    write(stream, on_device_a, a);
    write(stream, on_device_b, b);
    const auto lanes = static_cast<unsigned>(device().info().wave_size);
    const std::string name = name_of(types, shape);
    launch(stream, module.kernel(name), {{1}, {lanes}}, on_device_a, on_device_b, result,
           static_cast<int>(orders), orders == 0 ? 0 : 5);
    const std::vector<double> found = read(stream, result);
    Mismatches mismatches(name + " with orders " + std::to_string(orders));
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        double sum = 3;
        for (std::size_t k = 0; k < depth; ++k) sum += a[row * depth + k] * b[k * columns + column];
        const std::size_t at = (orders & 4) != 0 ? column * rows + row : row * columns + column;
        mismatches.expect_same(found[at], sum, row, column);
      }
    }
  }
};

/// Three fragments of bytes, of which instructions take two at a time; else one of every type.
Shape shape_of(const ProductTypes& types) {
  const bool is_byte = types.a.find("int8") != std::string::npos || types.a == "duet::float8_e4m3";
  return {16, 16, is_byte ? 48u : 16u};
}

TEST_F(WaveMatrixProductTest, EveryTypeInEveryOrderIsExact) {
  std::vector<std::string> names;
  for (const ProductTypes& types : all_types()) names.push_back(name_of(types, shape_of(types)));
  const Module module(device(),
                      compile({.name = "test", .source = source, .kernels = names}, device()));
  for (const ProductTypes& types : all_types()) {
    for (unsigned orders = 0; orders < 8; ++orders) check(module, types, shape_of(types), orders);
  }
}

TEST_F(WaveMatrixProductTest, TilesHaveManyFragmentsAndEveryDepth) {
  const ProductTypes half = all_types()[0], tf32 = all_types()[3], real = all_types()[4],
                     wide = all_types()[5];
  const std::vector<std::pair<ProductTypes, Shape>> cases{
      {half, {32, 48, 32}}, {tf32, {16, 16, 24}}, {real, {32, 16, 4}},
      {real, {16, 32, 8}},  {wide, {16, 16, 4}},  {wide, {32, 16, 24}}};
  std::vector<std::string> names;
  for (const auto& [types, shape] : cases) names.push_back(name_of(types, shape));
  const Module module(device(),
                      compile({.name = "test", .source = source, .kernels = names}, device()));
  for (const auto& [types, shape] : cases) {
    for (unsigned orders = 0; orders < 8; orders += 3) check(module, types, shape, orders);
  }
}

}  // namespace
}  // namespace duet::test
