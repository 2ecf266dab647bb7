#include "timeout.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "support/exit_status.hpp"

namespace duet::tool {
namespace {

[[noreturn]] void end_process(std::string_view message) {
  // A kernel that prints may hold the lock of the stream.
  if (ftrylockfile(stdout) == 0) (void)std::fflush(stdout);
  while (!message.empty()) {
    const ssize_t count = ::write(STDERR_FILENO, message.data(), message.size());
    if (count <= 0) break;
    message.remove_prefix(static_cast<std::size_t>(count));
  }
  ::_exit(exit_failure);
}

}  // namespace

Timeout::Timeout(std::optional<double> seconds, const std::string& kernel) {
  if (!seconds) return;
  const std::string message = fmt::format(
      "duet: error: the kernel '{}' did not end within {:g} s (--timeout); the process ends, and "
      "no "
      "output was written\n",
      kernel, *seconds);
  // Longer times than the clock can represent never pass.
  const std::chrono::duration<double> limit(std::min(*seconds, 1e9));
  thread_ = std::thread([this, limit, message] {
    std::unique_lock lock(mutex_);
    if (!ended_.wait_for(lock, limit, [this] { return has_ended_; })) end_process(message);
  });
}

Timeout::~Timeout() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

}  // namespace duet::tool
