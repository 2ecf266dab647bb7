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

/// A thread that waits for another block of its grid.
struct BlockWait {
  const unsigned* word;
  unsigned old;  ///< it waits until the word has another value
  duet_cpu::Place place;
  duet_cpu::Extent block;
  duet_cpu::Fiber* thread;
  BlockWait* next;  ///< of the same block

  bool is_over() const noexcept { return __atomic_load_n(word, __ATOMIC_ACQUIRE) != old; }
};

/// The blocks of a cooperative grid, each on an OS thread of its own, as far as they wait for each
/// other. If all of them do and nothing can change any more, they fail.
/// Thread-safety: all members.
class CooperativeBlocks {
 public:
  /// @throws std::bad_alloc
  explicit CooperativeBlocks(std::size_t blocks);

  enum class Wait { changed, deadlock, abandoned };
  /// Until one of the waits of the calling block, whose threads all wait, is over.
  /// @param why  gets a description of a deadlock; only one block is told
  Wait await(const BlockWait& waits, std::string& why);
  /// After a word was changed.
  void announce() noexcept;
  /// A block has ended.
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
  std::vector<const BlockWait*> waiting_{};  ///< one a block that waits
};

/// Runs a grid whose blocks are all alive at once.
/// @throws std::exception for lack of memory or of threads
Outcome run_cooperative(const Grid& grid);

}  // namespace duet::cpu
