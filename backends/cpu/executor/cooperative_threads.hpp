#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace duet::cpu {

/// OS threads for the blocks of cooperative grids. They stay for a while, with the stacks that they
/// have made, since programs launch such grids again and again.
/// Thread-safety: all members. Grids that run at the same time have different threads.
class CooperativeThreads {
 public:
  static CooperativeThreads& instance();

  /// Calls `work` with 0 … count-1 at the same time, one of them on this thread. Returns when all
  /// have returned.
  /// @throws std::system_error if there are not enough threads, std::bad_alloc; then none was
  /// called
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
  std::vector<Job> jobs_{};  ///< that nobody has taken
  std::size_t idle_ = 0;     ///< threads that no job is meant for
};

}  // namespace duet::cpu
