#include <cstdint>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using DeviceHeaderTupleTest = DeviceTest;

/// The host's counterpart of duet::tuple<char, double, int>.
struct Three {
  char first;
  double second;
  int third;
};

TEST_F(DeviceHeaderTupleTest, WorksAsAKernelArgumentAndInReductions) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/tuple.hpp>
    #include <duet/device/wave_reduce.hpp>
    using Best = duet::tuple<int, unsigned>;
    struct Better {
      __device__ Best operator()(Best a, Best b) const { return b.first > a.first ? b : a; }
    };
    __global__ void k(duet::tuple<char, double, int> three, duet::pair<int, unsigned>* best,
                      double* out) {
      const int value = int(threadIdx.x * 7 % 32);
      const Best found = duet::wave_reduce(Best{value, threadIdx.x}, Better());
      if (threadIdx.x != 0) return;
      *best = found;
      const auto [letter, number, count] = three;
      out[0] = letter;
      out[1] = number;
      out[2] = count;
      const auto four = duet::make_tuple(1, 2.5f, 3.5, 'd');
      duet::get<1>(three) = duet::get<0>(four) + duet::get<1>(four) + duet::get<2>(four);
      out[3] = three.second + duet::get<3>(four);
    })",
                                    "k");
  const Buffer<std::array<std::int32_t, 2>> best(device(), 1);
  const Buffer<double> out(device(), 4);
  launch(stream, kernel, {{1}, {32}}, Three{'x', 0.25, -5}, best, out);
  EXPECT_THAT(read(stream, best)[0], testing::ElementsAre(31, 9));  // 9 * 7 = 63
  EXPECT_THAT(read(stream, out), testing::ElementsAre('x', 0.25, -5, 7.0 + 'd'));
}

}  // namespace
}  // namespace duet::test
