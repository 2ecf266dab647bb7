#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "cpu/base/driver_calls.hpp"
#include "graph.hpp"

namespace duet::cpu {

/// What streams are given instead of doing it. One stream has begun it; others join by waiting for
/// events that were recorded in it.
/// Thread-safety: all members.
class Capture {
 public:
  explicit Capture(const Stream& origin) : origin_(origin) {}

  /// Nodes that what comes next follows.
  using Front = std::vector<std::size_t>;

  /// Adds a node after what the stream was given last. @throws std::bad_alloc
  void add(const Stream& stream, const GraphStep& step, std::vector<GraphStep> child = {});
  Front front(const Stream& stream) const;
  /// Lets the stream follow these, too, as part of the capture from now on.
  void join(const std::shared_ptr<Stream>& stream, const Front& front);

  /// For a call that is not allowed: the capture ends in an error. @returns that status
  Status break_off(const char* call);

  bool is_of_this_thread() const noexcept { return thread_ == std::this_thread::get_id(); }
  bool is_open() const;
  /// Releases all streams. @param graph  gets what was captured, if nothing was wrong
  Status end(const Stream& stream, std::unique_ptr<Graph>& graph);

 private:
  Status result(const Stream& stream) const;
  bool is_joined() const;

  const Stream& origin_;
  const std::thread::id thread_ = std::this_thread::get_id();
  mutable std::mutex mutex_{};
  std::unique_ptr<Graph> graph_ = std::make_unique<Graph>();
  std::map<const Stream*, Front> fronts_{};
  std::vector<std::shared_ptr<Stream>> joined_{};
  bool is_open_ = true;
  bool is_broken_ = false;
};

/// The capture that the stream is part of, or null.
std::shared_ptr<Capture> capture_of(const Stream& stream);

/// Begins a capture of a stream that has none, by the calling thread. @throws std::bad_alloc
void begin_capture(Stream& stream);

/// Whether the calling thread has begun a capture that has not ended.
bool is_thread_capturing() noexcept;

/// What a call says that waits for a stream, or allocates in its order: nothing if it is not
/// captured.
Status refuse_if_captured(const Stream& stream, const char* call);

}  // namespace duet::cpu
