#include "unordered_blocks.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <latch>
#include <mutex>
#include <thread>

namespace duet::cpu {

namespace {

constexpr unsigned most_runners = 4;
/// Each thread of a runner's block is a fiber of the sanitizer, which takes much memory.
constexpr std::uint64_t most_fibers = 1024;

/// An OS thread that runs jobs in order until the process ends.
class Runner {
 public:
  Runner() {
    std::thread([this] { work(); }).detach();
  }
  void add(std::function<void()> job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    added_.notify_one();
  }

 private:
  [[noreturn]] void work() {
    for (;;) take()();
  }
  std::function<void()> take() {
    std::unique_lock lock(mutex_);
    added_.wait(lock, [&] { return !jobs_.empty(); });
    std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    return job;
  }

  std::mutex mutex_{};
  std::condition_variable added_{};
  std::deque<std::function<void()>> jobs_{};
};

/// Never destroyed: the threads may outlive static objects.
std::array<Runner, most_runners>& runners() {
  static auto& instance = *new std::array<Runner, most_runners>;
  return instance;
}

}  // namespace

void run_unordered(std::uint64_t blocks, std::uint64_t threads,
                   const std::function<void(std::uint64_t)>& run) {
  if (blocks == 1) return run(0);
  const std::uint64_t wanted =
      std::clamp<std::uint64_t>(most_fibers / threads, least_runners, most_runners);
  const std::uint64_t rounds = std::min(wanted, blocks);
  std::latch running(static_cast<std::ptrdiff_t>(rounds));
  for (std::uint64_t first = 0; first < rounds; ++first) {
    runners()[first].add([&, first] {
      for (std::uint64_t block = first; block < blocks; block += rounds) run(block);
      running.count_down();
    });
  }
  running.wait();
}

}  // namespace duet::cpu
