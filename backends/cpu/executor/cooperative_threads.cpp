#include "cooperative_threads.hpp"

#include <chrono>
#include <thread>

namespace duet::cpu {

namespace {

/// How long a thread without a job stays.
constexpr std::chrono::seconds idle_time{5};

}  // namespace

struct CooperativeThreads::ThreadTeam {
  const std::function<void(std::size_t)>& work;
  std::size_t left;  ///< calls that have not returned yet
  std::condition_variable done{};
};

/// Never destroyed: its threads may outlive the program's statics.
CooperativeThreads& CooperativeThreads::instance() {
  static CooperativeThreads& threads = *new CooperativeThreads;
  return threads;
}

void CooperativeThreads::run(std::size_t count, const std::function<void(std::size_t)>& work) {
  ThreadTeam team{work, count};
  {
    const std::lock_guard lock(mutex_);
    const std::size_t others = count - 1;
    jobs_.reserve(jobs_.size() + others);
    while (idle_ < others) add_thread();
    idle_ -= others;
    for (std::size_t i = 1; i < count; ++i) jobs_.push_back({&team, i});
  }
  work_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  --team.left;
  team.done.wait(lock, [&] { return team.left == 0; });
}

/// Requires the lock.
void CooperativeThreads::add_thread() {
  std::thread([this] { live(); }).detach();
  ++idle_;
}

void CooperativeThreads::live() noexcept {
  std::unique_lock lock(mutex_);
  for (;;) {
    // A thread may end only without jobs: run() counted idle threads for each job.
    const bool has_work = work_.wait_for(lock, idle_time, [&] { return !jobs_.empty(); });
    if (!has_work) {
      --idle_;
      return;
    }
    const Job job = jobs_.back();
    jobs_.pop_back();
    lock.unlock();
    job.team->work(job.number);
    lock.lock();
    ++idle_;
    if (--job.team->left == 0) job.team->done.notify_all();
  }
}

}  // namespace duet::cpu
