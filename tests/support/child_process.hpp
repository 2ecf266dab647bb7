#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duet::test {

/// Starts this test program again to run one disabled test, which ends the process by `_exit`. The
/// destructor kills the process.
class ChildProcess {
 public:
  /// @param test       "Suite.DISABLED_Test"
  /// @param variables  "NAME=value", added to this process's environment, without GoogleTest's
  ChildProcess(const std::string& test, std::vector<std::string> variables) {
    std::vector<char*> environment;
    for (std::string& variable : variables) environment.push_back(variable.data());
    for (char** variable = environ; *variable != nullptr; ++variable) {
      const std::string_view text = *variable;
      const std::string_view name = text.substr(0, text.find('=') + 1);
      const bool replaced = std::ranges::any_of(
          variables, [&](const std::string& other) { return other.starts_with(name); });
      const bool chooses_tests = name.starts_with("GTEST_");  // such as shards
      if (!replaced && !chooses_tests) environment.push_back(*variable);
    }
    environment.push_back(nullptr);
    std::string program = "/proc/self/exe";
    std::string which = "--gtest_filter=" + test;
    std::string also = "--gtest_also_run_disabled_tests";
    char* arguments[] = {program.data(), which.data(), also.data(), nullptr};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const int error =
        posix_spawn(&id_, program.c_str(), &files, nullptr, arguments, environment.data());
    posix_spawn_file_actions_destroy(&files);
    EXPECT_EQ(error, 0);
    if (error != 0) id_ = 0;
  }
  ChildProcess(ChildProcess&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess() {
    if (id_ == 0) return;
    kill();
    (void)wait();
  }

  void kill() const {
    if (id_ != 0) ::kill(id_, SIGKILL);
  }

  /// Waits for the end of the process. @returns its exit status, or -1 if it was killed
  int wait() {
    int status = 0;
    EXPECT_EQ(waitpid(id_, &status, 0), id_);
    id_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t id_ = 0;
};

}  // namespace duet::test
