// Several processes that share a folder of kernels.

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <random>
#include <thread>

#include "support/cache_folder.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

constexpr const char* folder_variable = "DUET_TEST_JIT_FOLDER";
constexpr const char* kernels_variable = "DUET_TEST_JIT_KERNELS";

int number_in(const char* variable) { return std::atoi(std::getenv(variable)); }

Program storing(int value) {
  return {.name = "store" + std::to_string(value),
          .source = "extern \"C\" __global__ void store(int* x) { x[0] = " + std::to_string(value) +
                    "; }"};
}

int run(const Kernel& kernel) {
  const Stream stream(kernel.device());
  const Buffer<int> result(stream, 1);
  launch(stream, kernel, {{1}, {1}}, result);
  return read(stream, result)[0];
}

/// What the processes below do. Its result is the exit status: how many programs were compiled, or
/// 255 if one gave a wrong result.
TEST(JitChild, DISABLED_GetsKernels) {
  if (std::getenv(folder_variable) == nullptr) GTEST_SKIP() << "for the other tests' processes";
  set_cache_options({.directory = std::getenv(folder_variable), .warn = [](std::string_view) {}});
  const Device device(0);
  for (int i = 0; i < number_in(kernels_variable); ++i) {
    if (run(jit(device, storing(i)).kernel("store")) != i) _exit(255);
  }
  _exit(static_cast<int>(cache_statistics().misses));
}

class JitProcesses : public DeviceTest {
 protected:
  pid_t start(int kernels) const {
    const std::string folder = std::string(folder_variable) + "=" + folder_.path().string();
    const std::string count = std::string(kernels_variable) + "=" + std::to_string(kernels);
    std::vector<char*> environment{const_cast<char*>(folder.c_str()),
                                   const_cast<char*>(count.c_str())};
    for (char** variable = environ; *variable != nullptr; ++variable) {
      environment.push_back(*variable);
    }
    environment.push_back(nullptr);
    char program[] = "/proc/self/exe";
    char which[] = "--gtest_filter=JitChild.*";
    char also[] = "--gtest_also_run_disabled_tests";
    char* arguments[] = {program, which, also, nullptr};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = -1;
    EXPECT_EQ(posix_spawn(&child, program, &files, nullptr, arguments, environment.data()), 0);
    posix_spawn_file_actions_destroy(&files);
    return child;
  }

  /// @returns the exit status, or -1 if it was killed
  static int wait(pid_t child) {
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  int compiled_by(int processes, int kernels) const {
    std::vector<pid_t> children;
    for (int i = 0; i < processes; ++i) children.push_back(start(kernels));
    int compiled = 0;
    for (const pid_t child : children) {
      const int status = wait(child);
      EXPECT_GE(status, 0);
      EXPECT_NE(status, 255) << "a wrong kernel";
      compiled += status;
    }
    return compiled;
  }

  CacheFolder folder_{};
};

TEST_F(JitProcesses, OneCompilesAndTheOthersWait) { EXPECT_EQ(compiled_by(16, 1), 1); }

TEST_F(JitProcesses, EachProgramIsCompiledOnce) { EXPECT_EQ(compiled_by(8, 8), 8); }

TEST_F(JitProcesses, AWriterThatIsKilledLeavesNoWrongKernel) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> moment(0, 200);
  constexpr int rounds = 20;
  for (int round = 0; round < rounds; ++round) {
    (void)clear_cache();
    const pid_t child = start(3);
    std::this_thread::sleep_for(std::chrono::milliseconds(moment(random)));
    kill(child, SIGKILL);
    EXPECT_NE(wait(child), 255);
    forget_modules();
    for (int i = 0; i < 3; ++i) EXPECT_EQ(run(jit(device(), storing(i)).kernel("store")), i);
    for (const CachedProgram& program : list_cache()) EXPECT_EQ(program.problem, "");
  }
}

}  // namespace
}  // namespace duet::test
