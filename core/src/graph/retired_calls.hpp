#pragma once

#include <vector>

#include <duet/event.hpp>
#include <duet/stream.hpp>

#include "graph_state.hpp"

namespace duet::detail {

/// What the nodes of an executable called before updates, with the kernels, host functions and
/// graphs that runs in flight may still use. Thread-safety: none.
class RetiredCalls {
 public:
  /// Makes room for one call, also after `start_anew`. @throws std::bad_alloc
  void reserve();
  /// Keeps a call, for which there is room. A whole graph is a ChildCall.
  void add(GraphCall&& call) noexcept { newest_.push_back(std::move(call)); }
  /// Call it when the driver's executable was replaced by a new one, whose runs may overlap with
  /// those of the old one. There must be room for the calls.
  void start_anew(const Device& device) noexcept;

  /// Call it behind each run. Releases calls that no run uses any more.
  void follow_run(StreamRef stream) noexcept {
    if (newest_.empty() && waiting_.empty()) [[likely]] {
      return;
    }
    release(stream);
  }

 private:
  void release(StreamRef stream) noexcept;
  bool has_ended() noexcept;

  /// Runs of one executable never overlap: an event behind a run tells that earlier ones have
  /// ended.
  std::vector<GraphCall> newest_{};
  std::vector<GraphCall> waiting_{};  ///< runs may use them until `event_` has completed
  std::vector<GraphCall> apart_{};    ///< of earlier executables
  Event event_{};                     ///< null until needed
};

/// Whether two calls of one kind refer to different kernels, host functions or graphs.
bool have_other_objects(const GraphCall& a, const GraphCall& b) noexcept;

}  // namespace duet::detail
