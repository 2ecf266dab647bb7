// Kernels that are launched while the process ends run.

#include <unistd.h>

#include <cstdlib>
#include <functional>
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

TEST_F(ExitTest, KernelsLaunchedByDestructorsOfStaticsRun) {
  EXPECT_EQ(ChildProcess("ExitTest.DISABLED_WaitsInADestructor", {}).wait(), right);
}

TEST_F(ExitTest, KernelsThatNothingWaitsForRun) {
  EXPECT_EQ(ChildProcess("ExitTest.DISABLED_LaunchesInADestructor", {}).wait(), right);
}

}  // namespace
}  // namespace duet::test
