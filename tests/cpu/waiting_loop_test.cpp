// Threads that wait for each other in loops over memory take turns.

#include <future>

#include <duet/log.hpp>

#include "support/device_test.hpp"
#include "support/sanitized.hpp"

namespace duet::test {
namespace {

/// `volatile` orders nothing, so that ThreadSanitizer calls these accesses a race.
bool finds_races() {
#ifdef DUET_THREAD_SANITIZED
  return true;
#else
  return false;
#endif
}

class WaitingLoopTest : public DeviceTest {
 protected:
  /// Runs a kernel `k(int* out)` with waves of 32 and of 64 lanes.
  static void expect(const std::string& source, unsigned blocks, unsigned threads,
                     const std::vector<int>& expected) {
    const Stream stream(device());
    for (const int wave_size : {32, 64}) {
      SCOPED_TRACE("waves of " + std::to_string(wave_size));
      Program program{.name = "loops", .source = source, .kernels = {"k"}};
      program.options.wave_size = wave_size;
      const Module module(device(), compile(program, device()));
      const Buffer<int> out(device(), expected.size());
      fill(stream, out, 0);
      launch(stream, module.kernel("k"), {{blocks}, {threads}}, out);
      EXPECT_EQ(read(stream, out), expected);
    }
  }
};

TEST_F(WaitingLoopTest, AThreadWaitsForALaterOne) {
  if (finds_races()) GTEST_SKIP() << "the kernel polls a volatile variable";
  expect(R"(
    __global__ void k(volatile int* out) {
      __shared__ volatile int ready;
      if (threadIdx.x == 0) {
        while (ready != 100) __threadfence();
        out[0] = 7;
      } else if (threadIdx.x == 99) {
        ready = 100;
      }
    })",
         1, 100, {7});
}

TEST_F(WaitingLoopTest, ALoopMayReadIntoAVariable) {
  if (finds_races()) GTEST_SKIP() << "the kernel polls a volatile variable";
  expect(R"(
    __global__ void k(int* out) {
      __shared__ int state;
      if (threadIdx.x == 0) state = 0;
      __syncthreads();
      if (threadIdx.x == 0) {
        int seen;
        do { seen = atomicAdd(&state, 0); } while (seen < 2);
        while (true) { if (*(volatile int*)&out[1] == 5) break; }
        out[0] = seen;
      } else {
        atomicAdd(&state, 1);
        if (threadIdx.x == 2) out[1] = 5;
      }
    })",
         1, 3, {2, 5});
}

TEST_F(WaitingLoopTest, ALockIsReleasedByAnotherThread) {
  expect(R"(
    __global__ void k(int* out) {
      while (atomicCAS(&out[0], 0, 1) != 0);
      const int old = *(volatile int*)&out[1];
      __syncwarp(decltype(__activemask())(1) << (threadIdx.x % warpSize));
      *(volatile int*)&out[1] = old + 1;
      __threadfence();
      atomicExch(&out[0], 0);
    })",
         4, 65, {0, 260});
}

/// Reductions and scans without __syncwarp, as they were written for GPUs whose warps run in
/// lockstep.
TEST_F(WaitingLoopTest, VolatileArraysAreAccessedInLockstep) {
  expect(R"(
    __device__ void reduce(volatile int* s, int t) {
      s[t] += s[t + 32]; s[t] += s[t + 16];
      s[t] += s[t + 8];
      s[t] += s[t + 4];
      s[t] += s[t + 2];
      s[t] += s[t + 1];
    }
    __global__ void k(int* out) {
      __shared__ int values[128];
      __shared__ volatile int prefix[2][32];
      const int t = threadIdx.x;
      values[t] = t;
      __syncthreads();
      if (t < 32) {
        reduce(values, t);
      } else if (t < 64) {
        const int lane = t - 32;
        prefix[0][lane] = 1;
        for (int step = 1; step < 32; step *= 2)
          if (lane >= step) prefix[0][lane] += prefix[0][lane - step];
      }
      __syncthreads();
      if (t == 0) out[0] = values[0];
      if (t == 63) out[1] = prefix[0][31];
    })",
         1, 64, {2016, 32});
}

TEST_F(WaitingLoopTest, AThreadThatWaitsForLongIsNamed) {
  if (finds_races()) GTEST_SKIP() << "the kernel polls a volatile variable";
  static std::promise<std::string> note;
  std::future<std::string> logged = note.get_future();
  set_log_handler([](LogLevel, std::string_view text) { note.set_value(std::string(text)); });
  const Kernel kernel = make_kernel(device(), R"(
    __global__ void k(volatile int* flag) {
      if (threadIdx.x == 2)
        while (*flag == 0);
    })",
                                    "k");
  const Stream stream(device()), other(device());
  const Buffer<int> flag(device(), 1);
  fill(stream, flag, 0);
  launch(stream, kernel, {{2}, {4}}, flag);
  const auto done = std::async(std::launch::async, [&] { stream.synchronize(); });
  const std::string text = logged.get();
  fill(other, flag, 1);
  other.synchronize();
  done.wait();
  set_log_handler({});
  EXPECT_THAT(text, testing::HasSubstr("kernel 'k': thread (2, 0, 0) of block (0, 0, 0)"));
  EXPECT_THAT(text, testing::HasSubstr(":4; 3 of the block's 4 threads have ended"));
}

}  // namespace
}  // namespace duet::test
