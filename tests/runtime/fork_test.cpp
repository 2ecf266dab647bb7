// A forked copy of a process that uses duet ends at once, and duet refuses to work in it.

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "support/child_process.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

using namespace std::chrono_literals;

using ForkTest = DeviceTest;

constexpr int right = 42;

/// Objects that exit handlers destroy, with a thread each.
struct Statics {
  Statics() : stream(Device(0)), buffer(Device(0), ramp(64)), encoder(stream) {
    encoder.keep_alive(Buffer<float>(Device(0), 64));
    encoder.on_complete([] {});
    encoder.fill(buffer, 1.0f);
    encoder.synchronize();
    encoder.fill(buffer, 2.0f);
    encoder.on_complete([] {});
    encoder.commit();
  }

  Stream stream;
  Buffer<float> buffer;
  CommandEncoder encoder;
  DeviceSlot<Stream> slot{[](const Device& device) { return Stream(device); }};
};

/// @returns the status of the process, or nothing if it does not end in time
std::optional<int> status_within(pid_t process, std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) {
      (void)kill(process, SIGKILL);
      (void)waitpid(process, &status, 0);
      return std::nullopt;
    }
    std::this_thread::sleep_for(1ms);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

template <typename InCopy>
void expect_end_of_copies(InCopy in_copy) {
  static Statics statics;
  (void)statics.slot.get(Device(0));
  for (int i = 0; i < 10; ++i) {
    statics.encoder.on_complete([] { std::this_thread::sleep_for(1ms); });
    statics.encoder.commit();
    const pid_t copy = fork();
    if (copy == 0) in_copy(statics);
    const std::optional<int> status = status_within(copy, 1500ms);
    if (!status) _exit(1);  // it hangs
    if (*status != right) _exit(2);
  }
  statics.encoder.synchronize();
  _exit(right);
}

// Runs in a process of its own, see below.
TEST_F(ForkTest, DISABLED_CopyCallsExit) {
  expect_end_of_copies([](Statics&) { std::exit(right); });
}

TEST_F(ForkTest, DISABLED_CopyUsesDuet) {
  expect_end_of_copies([](Statics& statics) {
    try {
      statics.encoder.fill(statics.buffer, 3.0f);
      statics.encoder.synchronize();
    } catch (const Error&) {
      std::exit(right);
    }
    std::exit(1);
  });
}

// In a copy, LeakSanitizer cannot see what the threads that are not copied hold.
const std::vector<std::string> without_leaks{
    "ASAN_OPTIONS=detect_leaks=0:intercept_tls_get_addr=0"};

TEST_F(ForkTest, CopyEndsAtOnce) {
  EXPECT_EQ(ChildProcess("ForkTest.DISABLED_CopyCallsExit", without_leaks).wait(), right);
}

TEST_F(ForkTest, DuetRefusesToWorkInACopy) {
  if (std::string(backend_name()) != "CPU") GTEST_SKIP() << "depends on the driver";
  EXPECT_EQ(ChildProcess("ForkTest.DISABLED_CopyUsesDuet", without_leaks).wait(), right);
}

}  // namespace
}  // namespace duet::test
