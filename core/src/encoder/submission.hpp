#pragma once

#include <memory>
#include <vector>

#include <duet/command_encoder.hpp>

#include "encoder/batch/batch.hpp"
#include "executable_cache.hpp"
#include "replaced_graphs.hpp"

namespace duet::detail {

/// Submits the batches of a stream: as graphs if that pays off, else operation by operation.
/// Thread-safety: none.
class Submission {
 public:
  using Retained = std::vector<std::shared_ptr<const void>>;

  /// @param options   complete, see complete_options
  /// @param counters  incremented here; must outlive the object
  Submission(StreamRef stream, const EncoderOptions& options, EncoderCounters& counters)
      : stream_(stream),
        uses_graphs_(*options.graphs),
        counters_(counters),
        executables_(*options.max_executables) {}

  /// @param batch     must be cleared afterwards
  /// @param retained  out: objects that must live until the batch has finished
  /// @throws Error  reported by the driver; part of the batch may have been launched then
  void submit(Batch& batch, Retained& retained);

  /// The number of objects that work in flight may use: executables, and graphs that updates
  /// replaced.
  std::size_t object_count() const noexcept;
  /// Moves these objects. @param to  has room for `object_count` more
  void move_objects(Retained& to) noexcept;

 private:
  bool runs_alone(const Batch& batch, std::uint32_t i) const noexcept;
  bool can_be_base(const Batch& batch, std::uint32_t i) const;
  void submit_range(const Batch& batch, std::uint32_t begin, std::uint32_t end, Retained& retained);
  void submit_whole(Batch& batch, Retained& retained);
  void submit_graph(Batch& batch, Retained& retained);
  Executable* update(Batch& batch, std::uint64_t hash, BatchGraph& graph, Retained& retained);
  Executable& instantiate(Batch& batch, std::uint64_t hash, BatchGraph& graph, Retained& retained);
  Executable* try_instantiate(Batch& batch, std::uint64_t hash, BatchGraph& graph,
                              Retained& retained);
  void submit_refused(const Batch& batch, Retained& retained);
  void submit_directly(const Batch& batch, Retained& retained, std::uint64_t& reason);
  void launch_directly(const Batch& batch, std::uint32_t i, Retained& retained);
  void launch_captured(const Batch& batch, std::uint32_t i, Retained& retained);

  StreamRef stream_;
  bool uses_graphs_;
  EncoderCounters& counters_;
  ExecutableCache executables_;
  ReplacedGraphs replaced_{};
};

}  // namespace duet::detail
