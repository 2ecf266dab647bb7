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
  /// Runs a kernel `k(int* out)`.
  static void expect(const std::string& source, int wave_size, unsigned blocks, unsigned threads,
                     const std::vector<int>& expected) {
    SCOPED_TRACE("waves of " + std::to_string(wave_size));
    const Stream stream(device());
    Program program{.name = "loops", .source = source, .kernels = {"k"}};
    program.options.wave_size = wave_size;
    const Module module(device(), compile(program, device()));
    const Buffer<int> out(device(), expected.size());
    fill(stream, out, 0);
    launch(stream, module.kernel("k"), {{blocks}, {threads}}, out);
    EXPECT_EQ(read(stream, out), expected);
  }
  /// The same with waves of 32 and of 64 lanes.
  static void expect(const std::string& source, unsigned blocks, unsigned threads,
                     const std::vector<int>& expected) {
    for (const int wave_size : {32, 64}) expect(source, wave_size, blocks, threads, expected);
  }
  /// Runs one block with waves of 64 lanes, which fails.
  static void expect_failure(const std::string& source, unsigned threads,
                             const std::vector<std::string>& parts) {
    try {
      expect(source, 64, 1, threads, {0, 0});
      FAIL() << "the kernel has ended";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::launch_failed);
      for (const std::string& part : parts) EXPECT_THAT(error.what(), testing::HasSubstr(part));
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
      } else if (threadIdx.x % 64 == 0) {
        atomicAdd(&state, 1);
        if (threadIdx.x == 128) out[1] = 5;
      }
    })",
         1, 130, {2, 5});
}

/// Its `while` is no loop without a body.
TEST_F(WaitingLoopTest, ALoopOfOneStatementWithoutBracesIsNone) {
  expect(R"(
    __global__ void k(int* out) {
      int x = int(threadIdx.x) - 3;
      if (x < 0)
        do x += 2; while (x < 0);
      else if (x > 1)
        do x -= 2; while (x > 1);
      atomicAdd(out + x, 1);
    })",
         1, 8, {4, 4});
}

TEST_F(WaitingLoopTest, ALockIsReleasedByAnotherWave) {
  expect(R"(
    __global__ void k(int* out) {
      if (threadIdx.x % 64 != 0) return;
      while (atomicCAS(&out[0], 0, 1) != 0);
      const int old = *(volatile int*)&out[1];
      __syncwarp(decltype(__activemask())(1) << (threadIdx.x % warpSize));
      *(volatile int*)&out[1] = old + 1;
      __threadfence();
      atomicExch(&out[0], 0);
    })",
         4, 257, {0, 20});
}

TEST_F(WaitingLoopTest, LanesMeetWhileAnotherWaveWaits) {
  if (finds_races()) GTEST_SKIP() << "the kernel polls a volatile variable";
  expect(R"(
    __global__ void k(volatile int* out) {
      const int t = threadIdx.x;
      if (t == 64) {
        while (out[0] == 0) {}
        out[1] = 7;
      } else if (t < 10) {
        const unsigned long long here = __ballot(1);
        if (t == 0) out[0] = int(here);
      }
      __syncthreads();
    })",
         1, 65, {1023, 7});
}

TEST_F(WaitingLoopTest, AnotherWarpOfTheWaveIsNotWaitedFor) {
  if (finds_races()) GTEST_SKIP() << "the kernel polls a volatile variable";
  const std::string source = R"(
    __global__ void k(volatile int* out) {
      if (threadIdx.x < 32) {
        while (out[0] == 0) __nanosleep(20);
        out[1] = 7;
      } else if (threadIdx.x < 40) {
        out[0] = 1;
      }
    })";
  expect(source, 32, 1, 64, {1, 7});
  expect_failure(source, 64,
                 {"block (0,0,0): waves of 64 run in lockstep",
                  "threads (0,0,0) to (31,0,0) wait at a loop that reads memory, loops:4",
                  "threads (32,0,0) to (63,0,0) wait at the end of a loop or branch, loops:6"});
}

TEST_F(WaitingLoopTest, ALockOfLanesNeedsIndependentLanes) {
  if (finds_races()) GTEST_SKIP() << "the kernel that fails leaves its memory unordered";
  const std::string source = R"(
    __global__ void k(int* out) {
      while (atomicCAS(&out[0], 0, 1) != 0);
      const int old = *(volatile int*)&out[1];
      __syncwarp(decltype(__activemask())(1) << (threadIdx.x % warpSize));
      *(volatile int*)&out[1] = old + 1;
      __threadfence();
      atomicExch(&out[0], 0);
    })";
  expect(source, 32, 4, 65, {0, 260});
  expect_failure(source, 66,
                 {"thread (0,0,0) waits at the end of a loop or branch, loops:3",
                  "threads (1,0,0) to (65,0,0) wait at a loop that reads memory, loops:3"});
}

TEST_F(WaitingLoopTest, ALaneThatWaitsForTheNextOneNeedsIndependentLanes) {
  if (finds_races()) GTEST_SKIP() << "the kernel that fails leaves its memory unordered";
  const std::string source = R"(
    __global__ void k(int* out) {
      while (atomicAdd(&out[0], 0) != int(blockDim.x - 1 - threadIdx.x)) __nanosleep(100);
      atomicAdd(&out[0], 1);
    })";
  expect(source, 32, 1, 66, {66});
  expect_failure(source, 64,
                 {"threads (0,0,0) to (62,0,0) wait at a loop that reads memory, loops:3",
                  "thread (63,0,0) waits at the end of a loop or branch, loops:3"});
}

TEST_F(WaitingLoopTest, WhatPrecedesTheLoopReleasesIt) {
  if (finds_races()) GTEST_SKIP() << "the kernel polls a volatile variable";
  expect(R"(
    __global__ void k(volatile int* out) {
      if (threadIdx.x == 63) out[0] = 1;
      for (int i = 0; i < 2; ++i)
        if (threadIdx.x % 2 == 0)
          while (out[0] == 0);
        else if (threadIdx.x == 5)
          out[1] = 5;
        else
          out[2] = 6;
    })",
         1, 64, {1, 5, 6});
}

TEST_F(WaitingLoopTest, LanesOfDifferentBranchesMeetOnlyWithoutLockstep) {
  const std::string source = R"(
    __global__ void k(int* out) {
      const unsigned mask = 0xffffffffu;
      const int t = threadIdx.x;
      int other;
      if (t < 16)
        other = __shfl_xor_sync(mask, t, 16);
      else
        other = __shfl_xor_sync(mask, t, 16);
      if (t < 2) out[t] = other;
    })";
  expect(source, 32, 1, 32, {16, 17});
  expect_failure(source, 32,
                 {"threads (0,0,0) to (15,0,0) wait at shuffle_xor of lanes 0xffffffff, loops:7",
                  "threads (16,0,0) to (31,0,0) wait at shuffle_xor of lanes 0xffffffff, loops:9",
                  "lanes in different branches do not meet"});
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
        if (t == 0) atomicExch(&out[2], 1);
      } else if (t < 64) {
        const int lane = t - 32;
        prefix[0][lane] = 1;
        for (int step = 1; step < 32; step *= 2)
          if (lane >= step) prefix[0][lane] += prefix[0][lane - step];
      } else if (t == 64) {
        while (atomicAdd(&out[2], 0) == 0);
      }
      __syncthreads();
      if (t == 0) out[0] = values[0];
      if (t == 63) out[1] = prefix[0][31];
    })",
         1, 65, {2016, 32, 1});
}

/// The host ends the wait, so that the lanes which are held behind the loop are no fault.
TEST_F(WaitingLoopTest, VariablesGetElementsInLockstep) {
  if (finds_races()) GTEST_SKIP() << "the kernel polls a volatile array";
  std::vector<int> expected(32);
  for (int i = 0; i < 32; ++i) expected[static_cast<std::size_t>(i)] = i;
  expect(R"(
    __device__ int sum_before(int value, volatile int* memory) {
      int at = int(threadIdx.x);
      memory[at] = 0;
      at += 32;
      int t = memory[at] = value;
      for (int step = 1; step < 32; step *= 2) {
        memory[at] = t = t + memory[at - step];
      }
      return memory[at - 1];
    }
    __global__ void k(int* out) {
      __shared__ int memory[64];
      out[threadIdx.x] = sum_before(1, memory);
    })",
         1, 32, expected);
}

TEST_F(WaitingLoopTest, AThreadThatWaitsForLongIsNamed) {
  if (finds_races()) GTEST_SKIP() << "the kernel polls a volatile variable";
  static std::promise<std::string> note;
  std::future<std::string> logged = note.get_future();
  set_log_handler([](LogLevel, std::string_view text) { note.set_value(std::string(text)); });
  Program program{.name = "loops",
                  .source = R"(
    __global__ void k(volatile int* flag) {
      if (threadIdx.x == 2)
        while (*flag == 0);
    })",
                  .kernels = {"k"}};
  program.options.wave_size = 64;
  const Module module(device(), compile(program, device()));
  const Stream stream(device()), other(device());
  const Buffer<int> flag(device(), 1);
  fill(stream, flag, 0);
  launch(stream, module.kernel("k"), {{2}, {4}}, flag);
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
