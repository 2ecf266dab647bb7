// Functions that the CPU backend accepts and hiprtc does not.

#include "../support/device_test.hpp"

namespace duet::test {
namespace {

using testing::ElementsAre;

class SpellingTest : public DeviceTest {
 protected:
  /// Runs a kernel body with parameter `T* x` in 4 blocks of 128 threads.
  template <typename T>
  static std::vector<T> run(const std::string& type, const std::string& body, std::size_t count) {
    const Stream stream(device());
    const Kernel kernel =
        make_kernel(device(), "__global__ void k(" + type + "* x) {\n" + body + "}", "k");
    const Buffer<T> x(device(), count);
    fill(stream, x, T{0});
    launch(stream, kernel, {{4}, {128}}, x);
    return read(stream, x);
  }
};

TEST_F(SpellingTest, AtomicsOfBlockScope) {
  EXPECT_THAT(run<int>("int", R"(
                const int i = threadIdx.x;
                atomicAdd_block(&x[0], 1);
                atomicSub_block(&x[1], 2);
                atomicMax_block(&x[2], i);
                atomicMin_block(&x[3], -i);
                atomicOr_block(&x[4], 1 << (i % 8));
                atomicXor_block(&x[5], 1);
                atomicCAS_block(&x[6], 0, 8);
                atomicExch_block(&x[7], 9);
                atomicAnd_block(&x[8], 1);
              )",
                       9),
              ElementsAre(512, -1024, 127, -127, 255, 0, 8, 9, 0));
}

TEST_F(SpellingTest, AtomicsOfOtherTypes) {
  EXPECT_THAT(
      run<float>("float", "atomicMax(&x[0], float(threadIdx.x)); atomicSub(&x[1], 0.5f);", 2),
      ElementsAre(127, -256));
  EXPECT_THAT(
      run<double>("double", "atomicMin(x, -double(threadIdx.x)); atomicExch(&x[1], 2.5);", 2),
      ElementsAre(-127, 2.5));
  EXPECT_THAT(run<long long>("long long", "atomicMax(x, (long long)threadIdx.x << 40);", 1),
              ElementsAre(127ll << 40));
  EXPECT_THAT(run<unsigned short>("unsigned short", R"(
                for (unsigned short seen = 0;;) {
                  const unsigned short before = atomicCAS(x, seen, (unsigned short)(seen + 1));
                  if (before == seen) break;
                  seen = before;
                }
              )",
                                  1),
              ElementsAre(512));
}

TEST_F(SpellingTest, AssertionsThatHold) {
  EXPECT_THAT(run<int>("int", "assert(threadIdx.x < 128); atomicAdd(x, 1);", 1), ElementsAre(512));
}

}  // namespace
}  // namespace duet::test
