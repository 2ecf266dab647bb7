#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "stream.hpp"

namespace duet::cpu {

/// All streams of the process. Thread-safety: all members.
class StreamList {
 public:
  static StreamList& instance();

  /// @throws std::bad_alloc
  Stream* create(int device, bool is_blocking, int priority);
  /// Removes a stream. Its pending work still runs.
  void destroy(Stream& stream);
  /// The stream of a handle; null if it was destroyed.
  std::shared_ptr<Stream> find(const Stream* handle) noexcept;
  std::shared_ptr<Stream> default_stream(int device);

  enum class Which { all, blocking };
  std::vector<std::shared_ptr<Stream>> of_device(int device, Which which = Which::all);
  std::vector<std::shared_ptr<Stream>> all();
  /// A stream that has work left, or null.
  std::shared_ptr<Stream> unfinished() noexcept;

  /// The state of all streams, for background workers.
  struct Survey {
    std::shared_ptr<Stream> stream{};  ///< the most urgent stream that needs a worker, if any
    bool is_pending = false;           ///< whether any stream has work left
    bool is_waiting = false;           ///< whether some of it can run and no thread runs it
    std::uint64_t submitted = 0;       ///< changes with every submission
  };
  /// A stream needs a worker if it made no progress since the last survey: short work is left to
  /// the thread that will wait for it.
  Survey survey() noexcept;
  /// The same number as in a survey.
  std::uint64_t submitted();

 private:
  bool remove_gone() noexcept;

  std::mutex mutex_{};
  std::vector<std::shared_ptr<Stream>> streams_{};
  std::vector<std::shared_ptr<Stream>> defaults_{};  ///< by device; null until used
  std::uint64_t gone_submitted_ = 0;                 ///< submissions to removed streams
};

}  // namespace duet::cpu
