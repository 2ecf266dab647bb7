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

/// A capture: work submitted to its streams becomes nodes of a graph. One stream begins it; others
/// join by waiting for events recorded in it.
/// Thread-safety: all members.
class Capture {
 public:
  explicit Capture(const Stream& origin) : origin_(origin) {}

  /// The indices of the nodes that a stream's next node follows.
  using Front = std::vector<std::size_t>;

  /// Adds a node after the stream's front. @throws std::bad_alloc
  void add(const Stream& stream, const GraphStep& step, std::shared_ptr<Graph> child = {});
  Front front(const Stream& stream) const;
  /// Adds nodes to a stream's front. The stream belongs to the capture from now on.
  void join(const std::shared_ptr<Stream>& stream, const Front& front);

  /// Marks the capture as broken by a call that is not allowed: its end will fail.
  /// @returns the status for that call
  Status break_off(const char* call) noexcept;

  bool is_of_this_thread() const noexcept { return thread_ == std::this_thread::get_id(); }
  bool is_open() const;
  /// Ends the capture and releases its streams.
  /// @param graph  receives the captured graph on success
  /// @throws std::bad_alloc: the capture goes on
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

/// Whether a capture that the calling thread began is still open.
bool is_thread_capturing() noexcept;

/// For calls that captures forbid, such as waiting for a stream. If the stream is captured, breaks
/// the capture. @returns the call's status; success if the stream is not captured
Status refuse_if_captured(const Stream& stream, const char* call) noexcept;

}  // namespace duet::cpu
