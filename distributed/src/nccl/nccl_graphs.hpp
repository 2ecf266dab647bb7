#pragma once

#include <functional>
#include <list>

#include <duet/graph.hpp>
#include <duet/stream.hpp>

#include "engine/engine.hpp"

namespace duet::detail {

/// Graphs of calls that encoders have recorded, since NCCL takes long to capture a call. The least
/// recently used go first. Thread-safety: none.
class NcclGraphs {
 public:
  explicit NcclGraphs(const Device& device) : stream_(device) {}

  /// The graph of calls. Valid until the next call.
  /// @param submit  submits the calls to a captured stream, if there is no graph of them
  /// @throws Error
  const Graph& graph_of(const Calls& calls, const std::function<void(StreamRef)>& submit);

 private:
  struct Entry {
    Calls calls;
    Graph graph;
  };

  const Stream stream_;
  std::list<Entry> entries_{};  ///< the last used first
};

}  // namespace duet::detail
