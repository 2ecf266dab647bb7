// Values for the rows of a tile: sums and greatest elements.

#include <algorithm>
#include <string>
#include <vector>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using WaveMatrixRowsTest = DeviceTest;

const std::string source = R"(
  #include <duet/device/matrix.hpp>
  #include <duet/device/matrix/rows.hpp>

  template <int rows, int columns> __global__ void reduce(int* sums, int* greatest) {
    using Tile = duet::AccumulatorTile<int, rows, columns>;
    Tile tile;
    tile.generate([](int row, int column) { return (row * 37 + column * 11) % 101; });
    const auto sum = duet::reduce_rows(tile, [](int a, int b) { return a + b; });
    const auto most = duet::reduce_rows(tile, [](int a, int b) { return a > b ? a : b; });
    // All lanes have the same result for a row, or the row is marked.
    for (int i = 0; i < Tile::size; ++i) {
      const int row = Tile::row(i);
      if (atomicExch(&sums[row], sum.of(i)) != sum.of(i)) atomicAdd(&sums[rows], 1);
      greatest[row] = most.of(i);
    }
  })";

template <int rows, int columns>
void check(const Device& device) {
  const std::string name = "reduce<" + std::to_string(rows) + ", " + std::to_string(columns) + ">";
  const Module module(device,
                      compile({.name = "test", .source = source, .kernels = {name}}, device));
  const Stream stream(device);
  std::vector<int> sums(rows + 1), greatest(rows);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const int x = (row * 37 + column * 11) % 101;
      sums[row] += x;
      greatest[row] = std::max(greatest[row], x);
    }
  }
  const Buffer<int> device_sums(stream, sums), device_greatest(device, rows);
  launch(stream, module.kernel(name), {{1}, {static_cast<unsigned>(device.info().wave_size)}},
         device_sums, device_greatest);
  EXPECT_EQ(read(stream, device_sums), sums) << name;
  EXPECT_EQ(read(stream, device_greatest), greatest) << name;
}

TEST_F(WaveMatrixRowsTest, AreReducedToEachLane) {
  check<16, 16>(device());
  check<16, 64>(device());
  check<48, 32>(device());
}

}  // namespace
}  // namespace duet::test
