#pragma once

#include <memory>
#include <vector>

#include <duet/command_encoder.hpp>

#include "batch.hpp"
#include "executable_cache.hpp"

namespace duet::detail {

/// Launches the batches of a stream, as graphs where that is worth it.
/// Thread-safety: none.
class Submission {
 public:
  using Kept = std::vector<std::shared_ptr<const void>>;

  /// @param options   complete
  /// @param counters  of what this does; must outlive it
  Submission(StreamRef stream, const EncoderOptions& options, EncoderCounters& counters)
      : stream_(stream),
        uses_graphs_(*options.graphs),
        counters_(counters),
        executables_(options.max_executables) {}

  /// @param batch  of no use afterwards, but to be cleared
  /// @param kept   gets what must live until the batch has ended
  /// @throws Error  what the driver reports, after part of the batch may have been launched
  void submit(Batch& batch, Kept& kept);

  /// The executables, which may be running.
  Kept take_executables();

 private:
  void submit_graph(Batch& batch, Kept& kept);
  Executable* update(Batch& batch, std::uint64_t hash, Kept& kept);
  Executable* instantiate(Batch& batch, std::uint64_t hash, Kept& kept);
  void submit_directly(const Batch& batch, Kept& kept, std::uint64_t& reason);
  void launch_directly(const Batch& batch, std::uint32_t i, Kept& kept);

  StreamRef stream_;
  bool uses_graphs_;
  EncoderCounters& counters_;
  ExecutableCache executables_;
  FlatList<void*> addresses_{};
};

}  // namespace duet::detail
