// What the process cannot have, or shares with other code: the messages say what to do, and nothing
// else breaks. Each test is a process of its own.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <thread>

#include "support/device_test.hpp"
#include "support/sanitized.hpp"

namespace duet::test {
namespace {

class LimitsTest : public DeviceTest {
 protected:
  void SetUp() override {
#ifdef DUET_SANITIZED
    GTEST_SKIP() << "sanitizers need address space, and report what children do";
#endif
    DeviceTest::SetUp();
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
};

constexpr const char* source =
    "__global__ void k(int* x) { __shared__ int room[64]; room[threadIdx.x] = 7; __syncthreads();\n"
    "  x[threadIdx.x] = room[63 - threadIdx.x]; }";

/// @returns whether a kernel is compiled and gives the right result
bool computes() {
  const Kernel kernel = make_kernel(Device(0), source, "k");
  const Stream stream(Device(0));
  const Buffer<int> x(Device(0), 64);
  launch(stream, kernel, {.grid = {1}, .block = {64}}, x);
  return read(stream, x) == std::vector<int>(64, 7);
}

std::string error_text(const std::string& text) {
  return error_of([&] {
           (void)compile({.name = "k.cu", .source = text}, supported_architectures().front());
         })
      .what();
}

[[noreturn]] void end(bool well) { _exit(well ? 0 : 1); }

TEST_F(LimitsTest, ChildrenThatTheProcessIgnoresCompile) {
  EXPECT_EXIT(
      {
        (void)signal(SIGCHLD, SIG_IGN);
        end(computes() && error_text("nonsense;").find("k.cu:1") != std::string::npos);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(LimitsTest, OtherCodeMayWaitForAllChildren) {
  EXPECT_EXIT(
      {
        std::thread([] {
          for (;;) {
            if (waitpid(-1, nullptr, 0) < 0) std::this_thread::yield();
          }
        }).detach();
        end(computes() && error_text("nonsense;").find("k.cu:1") != std::string::npos);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(LimitsTest, TooLittleAddressSpaceIsAnErrorOfTheLaunch) {
  EXPECT_EXIT(
      {
        const Kernel kernel = make_kernel(Device(0), source, "k");
        const Stream stream(Device(0));
        const Buffer<int> x(Device(0), 64);
        rlimit limit{};
        (void)getrlimit(RLIMIT_AS, &limit);
        const rlim_t most = limit.rlim_cur;
        limit.rlim_cur = 1 << 20;
        (void)setrlimit(RLIMIT_AS, &limit);
        std::string text;
        try {
          launch(stream, kernel, {.grid = {1}, .block = {64}}, x);
          stream.synchronize();
        } catch (const Error& error) {
          text = error.what();
        } catch (const std::bad_alloc&) {
          text = "bad_alloc";
        }
        limit.rlim_cur = most;
        (void)setrlimit(RLIMIT_AS, &limit);
        std::cerr << text << "\n";
        end(computes());
      },
      testing::ExitedWithCode(0), "address space \\(ulimit -v\\)");
}

}  // namespace
}  // namespace duet::test
