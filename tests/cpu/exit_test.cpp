// Kernels that are launched while the process ends run.

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>
#include <utility>

#include "support/child_process.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

using ExitTest = DeviceTest;

constexpr int right = 42;

/// Runs a function when statics are destroyed.
struct AtEnd {
  explicit AtEnd(std::function<void()> function) : action(std::move(function)) {}
  AtEnd(const AtEnd&) = delete;
  AtEnd& operator=(const AtEnd&) = delete;
  ~AtEnd() { action(); }
  std::function<void()> action;
};

/// What destructors use. Never destroyed.
struct Program {
  Stream stream{Device(0)};
  Buffer<int> sum{Device(0), std::vector<int>(1)};
  Kernel count =
      make_kernel(Device(0), "__global__ void count(int* sum) { atomicAdd(sum, 1); }", "count");

  static Program& instance() {
    static Program& program = *new Program;
    return program;
  }
  void launch_count(unsigned blocks) const { launch(stream, count, {{blocks}, {64}}, sum); }
};

TEST_F(ExitTest, DISABLED_WaitsInADestructor) {
  (void)Program::instance();
  static const AtEnd at_end([] {
    const Program& program = Program::instance();
    program.launch_count(1000);
    _exit(read(program.stream, program.sum).front() == 64'000 ? right : 1);
  });
  std::exit(2);
}

TEST_F(ExitTest, DISABLED_LaunchesInADestructor) {
  // Registered before duet's own handlers, so that it runs after them. Device memory is host memory
  // on this backend.
  static const AtEnd last([] { _exit(*Program::instance().sum.data() == 128 ? right : 1); });
  (void)Program::instance();
  static const AtEnd first([] {
    Program::instance().launch_count(1);
    Program::instance().launch_count(1);
  });
  std::exit(2);
}

/// Threads that launch kernels until they are told to end, and count those that ran.
struct Launchers {
  static constexpr int count = 2;
  std::atomic<bool> is_ending{false};
  std::atomic<int> running{count};
  std::atomic<int> launching{0};
  std::atomic<int> right{0};  ///< launches that were waited for

  /// Returns when each thread has launched a kernel.
  void start() {
    for (int i = 0; i < count; ++i) std::thread([this] { run(); }).detach();
    while (launching < count) std::this_thread::yield();
  }
  /// @returns whether all threads have ended in time
  bool end() {
    is_ending = true;
    for (int i = 0; i < 10'000 && running > 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return running == 0;
  }

 private:
  void run() {
    const Program& program = Program::instance();
    const Stream stream(Device(0));
    const Buffer<int> sum(Device(0), std::vector<int>(1));
    int ran = 0;
    int refused = 0;
    while (!is_ending) {
      try {
        launch(stream, program.count, {{2}, {64}}, sum);
        stream.synchronize();
        if (++ran == 1) ++launching;
      } catch (const Error&) {
        ++refused;
      }
    }
    // Device memory is host memory on this backend. A launch whose wait threw may have run in part.
    constexpr int threads = 128;
    const bool is_right = *sum.data() >= threads * ran && *sum.data() <= threads * (ran + refused);
    right += is_right ? ran : -1'000'000;
    --running;
  }
};

TEST_F(ExitTest, DISABLED_ThreadsLaunchWhileTheProcessEnds) {
  static Launchers& launchers = *new Launchers;
  // Runs after duet's own handlers: the threads have launched during all of them.
  static const AtEnd last([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    _exit(!launchers.end() ? 3 : launchers.right > 0 ? right : 1);
  });
  (void)Program::instance();
  launchers.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::exit(2);
}

TEST_F(ExitTest, KernelsOfThreadsThatStillRunRunOrThrow) {
  EXPECT_EQ(ChildProcess("ExitTest.DISABLED_ThreadsLaunchWhileTheProcessEnds", {}).wait(), right);
}

TEST_F(ExitTest, KernelsLaunchedByDestructorsOfStaticsRun) {
  EXPECT_EQ(ChildProcess("ExitTest.DISABLED_WaitsInADestructor", {}).wait(), right);
}

TEST_F(ExitTest, KernelsThatNothingWaitsForRun) {
  EXPECT_EQ(ChildProcess("ExitTest.DISABLED_LaunchesInADestructor", {}).wait(), right);
}

}  // namespace
}  // namespace duet::test
