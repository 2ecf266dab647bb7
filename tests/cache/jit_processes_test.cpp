// Several processes share a cache folder.

#include <chrono>
#include <cstdlib>
#include <random>
#include <thread>

#include "support/cache_folder.hpp"
#include "support/child_process.hpp"
#include "support/device_test.hpp"
#include "support/stored_number.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

constexpr const char* kernels_variable = "DUET_TEST_JIT_KERNELS";
constexpr const char* ready_variable = "DUET_TEST_JIT_READY";
constexpr int wrong_kernel = 255;

int number_in(const char* variable) { return std::atoi(std::getenv(variable)); }

void use_folder_of_environment() {
  set_cache_options({.directory = std::getenv(folder_variable),
                     .wait = std::chrono::milliseconds::max(),
                     .warn = [](std::string_view) {}});
}

/// Gets kernels in a child process. The exit status is the number of compiled programs.
TEST(JitChild, DISABLED_GetsKernels) {
  if (std::getenv(folder_variable) == nullptr) {
    GTEST_SKIP() << "runs in child processes of other tests";
  }
  use_folder_of_environment();
  const Device device(0);
  for (int i = 0; i < number_in(kernels_variable); ++i) {
    if (stored_by(jit(device, storing(i))) != i) _exit(wrong_kernel);
  }
  _exit(static_cast<int>(cache_statistics().misses));
}

/// Removes files and writes them again until it is killed.
TEST(JitChild, DISABLED_WritesForever) {
  if (std::getenv(folder_variable) == nullptr) {
    GTEST_SKIP() << "runs in child processes of other tests";
  }
  use_folder_of_environment();
  const Device device(0);
  for (bool first = true;; first = false) {
    for (int i = 0; i < number_in(kernels_variable); ++i) {
      forget_modules();
      if (stored_by(jit(device, storing(i))) != i) _exit(wrong_kernel);
    }
    if (first) std::ofstream(std::getenv(ready_variable)) << "ready";
    std::error_code ignored;
    for (const auto& file : std::filesystem::directory_iterator(std::getenv(folder_variable))) {
      if (file.path().extension() == ".direct") std::filesystem::remove(file.path(), ignored);
    }
  }
}

class JitProcesses : public DeviceTest {
 protected:
  std::vector<std::string> variables(int kernels) const {
    return {std::string(folder_variable) + "=" + folder_.path().string(),
            std::string(kernels_variable) + "=" + std::to_string(kernels),
            "TMPDIR=" + temporary_.path().string()};
  }

  ChildProcess start(int kernels) const {
    return {"JitChild.DISABLED_GetsKernels", variables(kernels)};
  }

  /// @param ready  the process creates this file when it begins to write
  ChildProcess start_writer(int kernels, const std::filesystem::path& ready) const {
    std::vector<std::string> all = variables(kernels);
    all.push_back(std::string(ready_variable) + "=" + ready.string());
    return {"JitChild.DISABLED_WritesForever", std::move(all)};
  }

  int compiled_by(int processes, int kernels) const {
    std::vector<ChildProcess> children;
    for (int i = 0; i < processes; ++i) children.push_back(start(kernels));
    int compiled = 0;
    for (ChildProcess& child : children) {
      const int status = child.wait();
      EXPECT_GE(status, 0);
      EXPECT_NE(status, wrong_kernel);
      compiled += status;
    }
    return compiled;
  }

  void expect_right_kernels(int kernels) const {
    forget_modules();
    for (int i = 0; i < kernels; ++i) EXPECT_EQ(stored_by(jit(device(), storing(i))), i);
    for (const CachedProgram& program : list_cache()) EXPECT_EQ(program.problem, "");
  }

  CacheFolder folder_{};
  TemporaryFolder temporary_{};  ///< temporary files that killed processes leave
};

TEST_F(JitProcesses, OneProcessCompilesAndTheOthersWait) { EXPECT_EQ(compiled_by(64, 1), 1); }

TEST_F(JitProcesses, EachProgramIsCompiledOnce) { EXPECT_EQ(compiled_by(16, 16), 16); }

TEST_F(JitProcesses, KilledCompilationsLeaveNoWrongKernel) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> moment(0, 200);
  constexpr int rounds = 20;
  for (int round = 0; round < rounds; ++round) {
    (void)clear_cache();
    ChildProcess child = start(3);
    std::this_thread::sleep_for(std::chrono::milliseconds(moment(random)));
    child.kill();
    EXPECT_NE(child.wait(), wrong_kernel);
    expect_right_kernels(3);
  }
}

TEST_F(JitProcesses, KilledWritersLeaveNoWrongKernel) {
  constexpr int kernels = 4;
  constexpr int rounds = 125;
  constexpr int writers = 4;
  expect_right_kernels(kernels);
  const std::uint64_t compiled = cache_statistics().misses;
  const std::uint64_t damaged = cache_statistics().damaged;
  std::mt19937 random(2);
  std::uniform_int_distribution<int> moment(0, 10'000);
  for (int round = 0; round < rounds; ++round) {
    const TemporaryFolder ready;
    std::vector<ChildProcess> children;
    for (int i = 0; i < writers; ++i) {
      children.push_back(start_writer(kernels, ready.path() / std::to_string(i)));
    }
    for (int i = 0; i < writers; ++i) {
      while (!std::filesystem::exists(ready.path() / std::to_string(i))) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
    for (ChildProcess& child : children) {
      std::this_thread::sleep_for(std::chrono::microseconds(moment(random) / writers));
      child.kill();
      EXPECT_EQ(child.wait(), -1) << "a wrong kernel";
    }
    expect_right_kernels(kernels);
  }
  EXPECT_EQ(cache_statistics().misses, compiled);
  EXPECT_EQ(cache_statistics().damaged, damaged);
}

}  // namespace
}  // namespace duet::test
