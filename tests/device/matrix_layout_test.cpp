// Where the elements of tiles lie: row() and column() against each other, against loads and stores,
// and against products with unit matrices.

#include <string>
#include <vector>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using WaveMatrixLayoutTest = DeviceTest;
using testing::Each;

/// Tiles of every use and of types with different layouts.
std::vector<std::string> tiles() {
  std::vector<std::string> result;
  for (const std::string type :
       {"duet::half", "duet::int8_t", "duet::float8_e5m2", "duet::tf32", "float", "double"}) {
    result.push_back("duet::LeftTile<" + type + ", 32, 16>");
    result.push_back("duet::RightTile<" + type + ", 16, 32>");
  }
  result.push_back("duet::RightTile<double, 4, 16>");
  result.push_back("duet::LeftTile<float, 16, 24>");
  result.push_back("duet::AccumulatorTile<float, 32, 48>");
  return result;
}

std::vector<std::string> kernels_of(const std::string& kernel, const std::vector<std::string>& of) {
  std::vector<std::string> names;
  for (const std::string& tile : of) names.push_back(kernel + "<" + tile + ">");
  return names;
}

unsigned lanes_of(const Device& device) { return static_cast<unsigned>(device.info().wave_size); }

TEST_F(WaveMatrixLayoutTest, EveryElementHasOnePlaceThatIndexAndLaneName) {
  const std::vector<std::string> names = kernels_of("places", tiles());
  const Module module(device(), compile({.name = "test",
                                         .source = R"(
    #include <duet/device/matrix.hpp>
    #include <duet/device/atomic.hpp>
    template <typename Tile> __global__ void places(int* found, int* visits, int* errors) {
      using T = typename Tile::value_type;
      Tile tile;
      for (int i = 0; i < Tile::size; ++i) {
        const int row = Tile::row(i), column = Tile::column(i);
        tile[i] = T(float(i));
        if (row < 0 || row >= Tile::row_count || column < 0 || column >= Tile::column_count ||
            row != Tile::row(i, duet::lane()) || Tile::index_at(row, column) != i) {
          duet::atomic_add(errors, 1);
          continue;
        }
        if (Tile::lane_at(row, column) == duet::lane()) {
          duet::atomic_add(&found[row * Tile::column_count + column], 1);
        }
      }
      tile.visit([=](T, int row, int column) {
        duet::atomic_add(&visits[row * Tile::column_count + column], 1);
      });
      tile.apply([=](T x, int row, int column) {
        const int i = Tile::index_at(row, column);
        if (i < 16 && float(x) != float(T(float(i)))) duet::atomic_add(errors, 1);
        return x;
      });
    })",
                                         .kernels = names},
                                        device()));
  const Stream stream(device());
  for (const std::string& name : names) {
    const Buffer<int> found(device(), 32 * 48), visits(device(), 32 * 48), errors(device(), 1);
    for (const Buffer<int>& buffer : {std::cref(found), std::cref(visits), std::cref(errors)}) {
      fill(stream, buffer, 0);
    }
    launch(stream, module.kernel(name), {{1}, {lanes_of(device())}}, found, visits, errors);
    EXPECT_EQ(read(stream, errors)[0], 0) << name;
    std::vector<int> places = read(stream, found), calls = read(stream, visits);
    EXPECT_EQ(places, calls) << name;
    std::erase(places, 0);
    EXPECT_THAT(places, Each(1)) << name;
    EXPECT_EQ(places.size() % 64, 0u) << name;
    EXPECT_GE(places.size(), 64u) << name;
  }
}

TEST_F(WaveMatrixLayoutTest, LoadsAndStoresOfEveryOrderAndAlignmentAgreeWithPlaces) {
  const std::vector<std::string> names = kernels_of(
      "moves", {"duet::LeftTile<duet::half, 16, 16>", "duet::RightTile<duet::int8_t, 16, 16>",
                "duet::LeftTile<duet::tf32, 16, 8>", "duet::RightTile<float, 4, 16>",
                "duet::RightTile<double, 8, 16>", "duet::AccumulatorTile<float, 16, 32>"});
  const Module module(device(), compile({.name = "test",
                                         .source = R"(
    #include <duet/device/matrix.hpp>
    template <typename Tile> __device__ void expect(const Tile& tile, int rows, int columns, int* error, int code) {
      for (int i = 0; i < Tile::size; ++i) {
        const int row = Tile::row(i), column = Tile::column(i);
        const float expected = row < rows && column < columns ? float((row * 3 + column * 5) % 8) : 0.0f;
        if (float(tile[i]) != expected) *error = code;
      }
    }
    template <typename Tile> __global__ void moves(int* error) {
      using T = typename Tile::value_type;
      constexpr int rows = Tile::row_count, columns = Tile::column_count, space = 16;
      constexpr int by_rows = columns + space, by_columns = rows + space;
      alignas(16) __shared__ T a[rows * by_rows];
      alignas(16) __shared__ T b[columns * by_columns];
      __shared__ float c[rows * columns];
      for (int i = threadIdx.x; i < rows * columns; i += blockDim.x) {
        const int row = i / columns, column = i % columns;
        const T x = T(float((row * 3 + column * 5) % 8));
        a[row * by_rows + column] = x;
        b[column * by_columns + row] = x;
        c[i] = float(x);
      }
      __syncthreads();
      Tile tile;
      tile.load(a, by_rows);
      expect(tile, rows, columns, error, 1);
      tile.load(a, by_rows, duet::RowMajor(), duet::Aligned<16>());
      expect(tile, rows, columns, error, 2);
      tile.load(b, by_columns, duet::ColumnMajor());
      expect(tile, rows, columns, error, 3);
      tile.load(b, by_columns, duet::ColumnMajor(), duet::Aligned<8>());
      expect(tile, rows, columns, error, 4);
      tile.load(c, columns);
      expect(tile, rows, columns, error, 5);
      tile.load_from([&](int row, int column) { return &a[row * by_rows + column]; }, duet::RowMajor(),
                     duet::Aligned<4>());
      expect(tile, rows, columns, error, 6);
      tile.load_part(a, by_rows, 5, columns - 1);
      expect(tile, 5, columns - 1, error, 7);
      tile.load_part(b, by_columns, rows + 9, 3, duet::ColumnMajor());
      expect(tile, rows + 9, 3, error, 8);
      tile.load_part(a, by_rows, 0, -1);
      expect(tile, 0, 0, error, 9);
      tile.load(a, by_rows);
      __syncthreads();
      for (int i = threadIdx.x; i < columns * by_columns; i += blockDim.x) b[i] = T(7.0f);
      for (int i = threadIdx.x; i < rows * columns; i += blockDim.x) c[i] = 9;
      __syncthreads();
      tile.store(b, by_columns, duet::ColumnMajor(), duet::Aligned<16>());
      tile.store_part(c, columns, rows - 2, 3);
      __syncthreads();
      for (int i = threadIdx.x; i < columns * by_columns; i += blockDim.x) {
        const int row = i % by_columns, column = i / by_columns;
        if (float(b[i]) != (row < rows ? float(a[row * by_rows + column]) : 7.0f)) *error = 10;
      }
      for (int i = threadIdx.x; i < rows * columns; i += blockDim.x) {
        const int row = i / columns, column = i % columns;
        if (c[i] != (row < rows - 2 && column < 3 ? float(a[row * by_rows + column]) : 9.0f)) *error = 11;
      }
    })",
                                         .kernels = names},
                                        device()));
  const Stream stream(device());
  for (const std::string& name : names) {
    const Buffer<int> error(device(), 1);
    fill(stream, error, 0);
    launch(stream, module.kernel(name), {{1}, {lanes_of(device())}}, error);
    EXPECT_EQ(read(stream, error)[0], 0) << name;
  }
}

TEST_F(WaveMatrixLayoutTest, ProductsWithUnitMatricesMoveElementsToTheirPlaces) {
  std::vector<std::string> names;
  for (const std::string types :
       {"duet::half, float", "duet::half, duet::half", "duet::bfloat16, float", "duet::tf32, float",
        "float, float", "double, double", "duet::int8_t, int", "duet::uint8_t, int",
        "duet::float8_e4m3, float", "duet::float8_e5m2, duet::half",
        "duet::float8_e4m3_fnuz, float"}) {
    names.push_back("units<" + types + ">");
  }
  const Module module(device(), compile({.name = "test",
                                         .source = R"(
    #include <duet/device/matrix.hpp>
    template <typename Sum> __device__ void expect(const Sum& sum, int bit, int* error, int code) {
      for (int i = 0; i < Sum::size; ++i) {
        const int number = Sum::row(i) + 16 * Sum::column(i);
        if (float(sum[i]) != float(number >> bit & 1)) *error = code;
      }
    }
    // Elements tell one bit of their row or column.
    template <typename T, typename S> __global__ void units(int* error) {
      duet::LeftTile<T, 16, 16> a;
      duet::RightTile<T, 16, 16> b;
      duet::AccumulatorTile<S, 16, 16> sum;
      const auto unit = [](int row, int column) { return T(row == column ? 1.0f : 0.0f); };
      for (int bit = 0; bit < 8; ++bit) {
        const auto number = [=](int row, int column) { return T(float((row + 16 * column) >> bit & 1)); };
        a.generate(unit);
        b.generate(number);
        sum.fill(S(0));
        duet::multiply_add(sum, a, b);
        expect(sum, bit, error, 1);
        a.generate(number);
        b.generate(unit);
        sum.fill(S(0));
        duet::multiply_add(sum, a, b);
        expect(sum, bit, error, 2);
      }
    })",
                                         .kernels = names},
                                        device()));
  const Stream stream(device());
  for (const std::string& name : names) {
    const Buffer<int> error(device(), 1);
    fill(stream, error, 0);
    launch(stream, module.kernel(name), {{1}, {lanes_of(device())}}, error);
    EXPECT_EQ(read(stream, error)[0], 0) << name;
  }
}

}  // namespace
}  // namespace duet::test
