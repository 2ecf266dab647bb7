#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace duet::cpu {

/// OS threads for the blocks of cooperative grids. They outlive a grid by some seconds, with their
/// stacks, since programs launch such grids repeatedly.
/// Thread-safety: all members. Concurrent grids have different threads.
class CooperativeThreads {
 public:
  static CooperativeThreads& instance();

  /// Calls `work` with 0 … count-1, each on a thread of its own, one of them the caller's. Returns
  /// when all calls have returned.
  /// @throws std::system_error if the system has too few threads, std::bad_alloc; no call was made
  void run(std::size_t count, const std::function<void(std::size_t)>& work);

 private:
  struct ThreadTeam;
  struct Job {
    ThreadTeam* team = nullptr;
    std::size_t number = 0;
  };
  CooperativeThreads() = default;

  void add_thread();
  void live() noexcept;

  std::mutex mutex_{};
  std::condition_variable work_{};
  std::vector<Job> jobs_{};  ///< not taken by a thread yet
  std::size_t idle_ = 0;     ///< threads beyond the number of jobs
};

}  // namespace duet::cpu
