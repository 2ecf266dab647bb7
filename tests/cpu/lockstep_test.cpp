// Wave operations under the vendors' names, and operations of the active lanes, as on AMD.

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using Mask = unsigned long long;

class LockstepTest : public DeviceTest {
 protected:
  /// Runs a kernel `k(T* out)` with one block of 128 threads. Returns its output.
  template <typename T>
  static std::vector<T> run(const std::string& type, const std::string& body, std::size_t count) {
    const Stream stream(device());
    const Kernel kernel = make_kernel(device(),
                                      "__global__ void k(" + type +
                                          "* out) {\n"
                                          "  const int t = threadIdx.x, lane = t % warpSize;\n" +
                                          body + "}",
                                      "k");
    const Buffer<T> out(device(), count);
    write(stream, out, std::vector<T>(count));
    launch(stream, kernel, {{1}, {128}}, out);
    return read(stream, out);
  }
  static unsigned size() { return static_cast<unsigned>(device().info().wave_size); }
  static Mask lanes(Mask pattern) { return size() == 64 ? pattern : pattern & 0xffffffff; }
};

TEST_F(LockstepTest, CudasNamesWork) {
  const auto out = run<Mask>("unsigned long long", R"(
    const auto all = ~decltype(__activemask())(0);
    out[t] = __shfl_sync(all, t, 3) + __shfl_up_sync(all, t, 1, 8) +
             __shfl_down_sync(all, t, 2) + __shfl_xor_sync(all, t, 4, 16);
    int equal = 0;
    out[t + 128] = __ballot_sync(all, lane < 4) + __any_sync(all, lane == 5) +
                   __all_sync(all, lane >= 0) + __match_any_sync(all, lane / 4) +
                   (__match_all_sync(all, 7.5, &equal) != 0) + equal;
    __syncwarp();
    __syncwarp(all);
    if (lane == 2) __syncwarp(4);
    out[t + 256] = __activemask();
  )",
                             384);
  for (unsigned t = 0; t < 128; ++t) {
    const unsigned lane = t % size();
    const Mask up = t % 8 == 0 ? t : t - 1;
    const Mask down = lane + 2 < size() ? t + 2 : t;
    EXPECT_EQ(out[t], t - lane + 3 + up + down + (t ^ 4)) << t;
    EXPECT_EQ(out[t + 128], 0xfu + 1 + 1 + (Mask{0xf} << lane / 4 * 4) + 1 + 1) << t;
    EXPECT_EQ(out[t + 256], lanes(~Mask{0})) << t;
  }
}

TEST_F(LockstepTest, BranchesRunSeparately) {
  const auto out = run<Mask>("unsigned long long", R"(
    if (lane % 4 == 0) {
      out[t] = __ballot(1);
      out[t + 128] = __shfl(t, 4);
    } else if (lane % 4 < 3) {
      out[t] = __ballot(lane % 4 == 1);
      out[t + 128] = __shfl_down(t, 1);
    } else {
      out[t] = __activemask();
      out[t + 128] = __any(lane == 7) + 2 * __all(lane % 4 == 3) + 4 * __any(lane == 8);
    }
    out[t + 256] = __ballot(lane < 5);
  )",
                             384);
  for (unsigned t = 0; t < 128; ++t) {
    const unsigned lane = t % size();
    SCOPED_TRACE(t);
    EXPECT_EQ(out[t + 256], 0x1fu);
    if (lane % 4 == 0) {
      EXPECT_EQ(out[t], lanes(0x1111111111111111));
      EXPECT_EQ(out[t + 128], t - lane + 4);
    } else if (lane % 4 < 3) {
      EXPECT_EQ(out[t], lanes(0x2222222222222222));
      EXPECT_EQ(out[t + 128],
                lane % 4 == 1 ? t + 1 : t);  // its own value if the other lane is inactive
    } else {
      EXPECT_EQ(out[t], lanes(0x8888888888888888));
      EXPECT_EQ(out[t + 128], 3u);
    }
  }
}

TEST_F(LockstepTest, LanesLeaveALoopOneByOne) {
  const auto out = run<Mask>("unsigned long long", R"(
    unsigned long long here = 0;
    for (int i = 0; i <= lane; ++i) here = __ballot(1);
    out[t] = here;
  )",
                             128);
  for (unsigned t = 0; t < 128; ++t) {
    EXPECT_EQ(out[t], lanes(~Mask{0}) & (~Mask{0} << t % size())) << t;
  }
}

TEST_F(LockstepTest, ALoopOverEqualValuesHandlesEachValueOnce) {
  const auto out = run<Mask>("unsigned long long", R"(
    const int value = lane * lane % 7;
    for (;;) {
      const unsigned long long here = __ballot(1);
      const int first = __shfl(value, __ffsll(here) - 1);
      const unsigned long long same = __ballot(value == first);
      if (value == first) {
        out[t] = same;
        break;
      }
    }
  )",
                             128);
  for (unsigned t = 0; t < 128; ++t) {
    Mask equal = 0;
    for (unsigned i = 0; i < size(); ++i) {
      if (i * i % 7 == t % size() * (t % size()) % 7) equal |= Mask{1} << i;
    }
    EXPECT_EQ(out[t], equal) << t;
  }
}

TEST_F(LockstepTest, LanesReconvergeAfterALoop) {
  const auto out = run<Mask>("unsigned long long", R"(
    int sum = 0;
    for (int i = 0; i < lane % 5; ++i) {
      sum += __popcll(__ballot(1));
      if (lane % 2 == 0) sum += __any(1);
    }
    out[t] = __ballot(sum >= 0);
  )",
                             128);
  EXPECT_THAT(out, testing::Each(lanes(~Mask{0})));
}

TEST_F(LockstepTest, ActiveLanesDoNotWaitForLanesAtABarrier) {
  const auto out = run<Mask>("unsigned long long", R"(
    __shared__ int count;
    if (t == 0) count = 0;
    __syncthreads();
    if (lane % 2 == 1) {
      const unsigned long long here = __ballot(1);
      if (lane == __ffsll(here) - 1) atomicAdd(&count, __popcll(here));
    }
    __syncthreads();
    out[t] = count;
  )",
                             128);
  EXPECT_THAT(out, testing::Each(64u));
}

}  // namespace
}  // namespace duet::test
