// Tiles cast to other uses and types, and transposed.

#include <string>
#include <vector>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using WaveMatrixConvertTest = DeviceTest;

struct Conversion {
  std::string to, from;
};

const std::string source = R"(
  #include <duet/device/matrix.hpp>
  using duet::AccumulatorTile;
  using duet::LeftTile;
  using duet::RightTile;
  __device__ float number(int row, int column) { return float((row * 7 + column * 3 + row * column) % 16); }
  template <typename To, typename From> __global__ void casts(int* errors) {
    From from;
    from.generate([](int row, int column) { return typename From::value_type(number(row, column)); });
    const To to = duet::matrix_cast<To>(from);
    for (int i = 0; i < To::size; ++i) {
      if (float(to[i]) != number(To::row(i), To::column(i))) *errors = 1;
    }
  }
  template <typename To, typename From> __global__ void transposes(int* errors) {
    From from;
    from.generate([](int row, int column) { return typename From::value_type(number(row, column)); });
    const To to = duet::matrix_transpose<To>(from);
    for (int i = 0; i < To::size; ++i) {
      if (float(to[i]) != number(To::column(i), To::row(i))) *errors = 1;
    }
  })";

void check(const Device& device, const std::string& kernel, const std::vector<Conversion>& all) {
  std::vector<std::string> names;
  for (const Conversion& one : all) names.push_back(kernel + "<" + one.to + ", " + one.from + ">");
  const Module module(device,
                      compile({.name = "test", .source = source, .kernels = names}, device));
  const Stream stream(device);
  for (const std::string& name : names) {
    const Buffer<int> errors(device, 1);
    fill(stream, errors, 0);
    launch(stream, module.kernel(name), {{1}, {static_cast<unsigned>(device.info().wave_size)}},
           errors);
    EXPECT_EQ(read(stream, errors)[0], 0) << name;
  }
}

TEST_F(WaveMatrixConvertTest, AnAccumulatorBecomesAnOperand) {
  const std::string sum = "AccumulatorTile<float, 32, 32>";
  check(device(), "casts",
        {{"LeftTile<duet::half, 32, 32>", sum},
         {"RightTile<duet::half, 32, 32>", sum},
         {"LeftTile<duet::bfloat16, 16, 48>", "AccumulatorTile<float, 16, 48>"},
         {"LeftTile<float, 16, 16>", "AccumulatorTile<float, 16, 16>"},
         {"RightTile<float, 16, 16>", "AccumulatorTile<float, 16, 16>"},
         {"LeftTile<duet::tf32, 16, 16>", "AccumulatorTile<float, 16, 16>"},
         {"RightTile<double, 16, 16>", "AccumulatorTile<double, 16, 16>"},
         {"LeftTile<double, 16, 16>", "AccumulatorTile<double, 16, 16>"},
         {"LeftTile<duet::int8_t, 16, 32>", "AccumulatorTile<int, 16, 32>"},
         {"RightTile<duet::int8_t, 32, 16>", "AccumulatorTile<int, 32, 16>"},
         {"RightTile<duet::float8_e4m3, 32, 16>", "AccumulatorTile<float, 32, 16>"}});
}

TEST_F(WaveMatrixConvertTest, OperandsBecomeEachOtherAndAccumulators) {
  check(device(), "casts",
        {{"RightTile<duet::half, 16, 16>", "LeftTile<duet::half, 16, 16>"},
         {"AccumulatorTile<float, 16, 16>", "LeftTile<duet::half, 16, 16>"},
         {"AccumulatorTile<double, 16, 16>", "RightTile<double, 16, 16>"},
         {"AccumulatorTile<float, 16, 16>", "RightTile<float, 16, 16>"},
         {"LeftTile<duet::int8_t, 16, 16>", "LeftTile<duet::half, 16, 16>"},
         {"AccumulatorTile<duet::half, 16, 16>", "AccumulatorTile<int, 16, 16>"}});
}

TEST_F(WaveMatrixConvertTest, TilesAreTransposed) {
  check(device(), "transposes",
        {{"RightTile<duet::half, 16, 32>", "AccumulatorTile<float, 32, 16>"},
         {"LeftTile<duet::half, 16, 32>", "AccumulatorTile<float, 32, 16>"},
         {"LeftTile<duet::half, 32, 16>", "RightTile<duet::half, 16, 32>"},
         {"RightTile<duet::half, 32, 16>", "RightTile<duet::half, 16, 32>"},
         {"AccumulatorTile<float, 32, 16>", "AccumulatorTile<float, 16, 32>"},
         {"RightTile<double, 16, 16>", "LeftTile<double, 16, 16>"}});
}

}  // namespace
}  // namespace duet::test
