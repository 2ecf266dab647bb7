#include <array>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using DeviceHeaderMacroTest = DeviceTest;

TEST_F(DeviceHeaderMacroTest, AssertionsAreEvaluatedUnlessNdebugIsDefined) {
  const Stream stream(device());
  Program program{.name = "test",
                  .source = R"(
    #include <duet/device/assert.hpp>
    __global__ void k(int* out) {
      int evaluated = 0;
      DUET_ASSERT(++evaluated > 0);
      *out = evaluated;
    })",
                  .kernels = {"k"}};
  const auto run = [&] {
    const Module module(device(), compile(program, device()));
    const Buffer<int> out(device(), 1);
    launch(stream, module.kernel("k"), {{1}, {1}}, out);
    return read(stream, out)[0];
  };
  EXPECT_EQ(run(), 1);
  program.options.defines.push_back("NDEBUG");
  EXPECT_EQ(run(), 0);
}

TEST_F(DeviceHeaderMacroTest, AGridConstantHasAnAddress) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/grid_constant.hpp>
    struct Table { int numbers[64]; };
    __device__ int at(const int* numbers, unsigned i) { return numbers[i]; }
    __global__ void k(const DUET_GRID_CONSTANT Table table, int* out) {
      out[threadIdx.x] = at(table.numbers, threadIdx.x * 7 % 64);
    })",
                                    "k");
  struct Table {
    std::array<int, 64> numbers;
  } table{};
  for (int i = 0; i < 64; ++i) table.numbers[static_cast<std::size_t>(i)] = 100 - i;
  const Buffer<int> out(device(), 64);
  launch(stream, kernel, {{1}, {64}}, table, out);
  const std::vector<int> found = read(stream, out);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(found[static_cast<std::size_t>(i)], 100 - i * 7 % 64);
}

}  // namespace
}  // namespace duet::test
