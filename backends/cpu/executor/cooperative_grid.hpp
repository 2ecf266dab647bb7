#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "cpu/base/outcome.hpp"
#include "cpu/prelude/abi.hpp"

namespace duet::cpu {

struct Grid;

/// A thread that waits for another block of its grid to change a word of memory.
struct BlockWait {
  const unsigned* word;
  unsigned old;
  unsigned mask;  ///< the wait is over when one of these bits differs from `old`
  duet_cpu::Place place;
  duet_cpu::Extent block;
  duet_cpu::Fiber* thread;
  BlockWait* next;  ///< of the same block

  bool is_over() const noexcept {
    return ((__atomic_load_n(word, __ATOMIC_ACQUIRE) ^ old) & mask) != 0;
  }
};

/// Lets the blocks of a cooperative grid wait for each other. Each has an OS thread of its own. If
/// all of them wait, they fail: that is a deadlock.
/// Thread-safety: all members.
class CooperativeBlocks {
 public:
  /// @throws std::bad_alloc
  explicit CooperativeBlocks(std::size_t blocks);

  enum class Wait { changed, deadlock, abandoned };
  /// Blocks the caller until one of its waits is over, or the grid failed. All threads of the
  /// calling block wait.
  /// @param waits  a list of the block's waits
  /// @param why    receives the description of a deadlock, for the one block that finds it
  Wait await(const BlockWait& waits, std::string& why);
  /// Wakes the waiting blocks after a word was changed.
  void announce() noexcept;
  /// Tells that a block has ended.
  void leave(bool failed) noexcept;

 private:
  bool all_wait() const noexcept;
  std::string describe() const;

  const std::size_t blocks_;
  const bool has_cores_;  ///< whether all blocks run at the same time
  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::size_t ended_ = 0;
  bool failed_ = false;
  std::vector<const BlockWait*> waiting_{};  ///< one list for each waiting block
};

/// Runs a cooperative grid: all its blocks exist at the same time.
/// @throws std::exception if memory or threads are lacking
Outcome run_cooperative(const Grid& grid);

}  // namespace duet::cpu
