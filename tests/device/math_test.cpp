#include <cmath>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using MathTest = DeviceTest;

TEST_F(MathTest, FunctionsThatAreNotOperations) {
  const std::vector<std::string> types{"duet::half", "duet::bfloat16", "float", "double"};
  Program program{.name = "functions", .source = R"(
    #include <duet/device/math.hpp>
    template <typename T>
    __global__ void k(const float* in, float* out, unsigned count) {
      const unsigned i = threadIdx.x;
      if (i >= count) return;
      const T x = T(in[i]), y = T(in[(i + 1) % count]);
      out[i * 6] = float(duet::round(x));
      out[i * 6 + 1] = float(duet::remainder(x, y));
      out[i * 6 + 2] = float(duet::fdim(x, y));
      out[i * 6 + 3] = duet::signbit(x);
      out[i * 6 + 4] = float(duet::abs(x));
      out[i * 6 + 5] = float(duet::fma(x, y, y));
    })"};
  for (const std::string& type : types) program.kernels.push_back("k<" + type + ">");
  const Module module(device(), compile(program, device()));
  // Every type represents these numbers and the results exactly.
  const std::vector<float> numbers{-2.5f, 1.5f, 0.25f, -0.0f, 7.0f, -3.0f, 0.5f, NAN};
  const Stream stream(device());
  const Buffer<float> in(device(), numbers.size());
  write(stream, in, numbers);
  for (const std::string& type : types) {
    const Buffer<float> out(device(), numbers.size() * 6);
    write(stream, out, std::vector<float>(numbers.size() * 6, -1.0f));
    launch(stream, module.kernel("k<" + type + ">"), {{1}, {32}}, in, out,
           static_cast<unsigned>(numbers.size()));
    const std::vector<float> results = read(stream, out);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const float x = numbers[i], y = numbers[(i + 1) % numbers.size()];
      const std::vector<float> expected{std::round(x),   std::remainder(x, y),
                                        std::fdim(x, y), std::signbit(x) ? 1.0f : 0.0f,
                                        std::fabs(x),    std::fma(x, y, y)};
      for (std::size_t row = 0; row < expected.size(); ++row) {
        const float result = results[i * 6 + row];
        EXPECT_TRUE(result == expected[row] || (std::isnan(result) && std::isnan(expected[row])))
            << type << " " << x << " and " << y << ", function " << row << ": " << result
            << ", expected " << expected[row];
      }
    }
  }
}

}  // namespace
}  // namespace duet::test
