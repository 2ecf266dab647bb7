#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <duet/stream.hpp>

#include "run/arguments/loaded_argument.hpp"

namespace duet::tool {

/// What `duet run` is told of ranks.
struct RankOptions {
  int ranks = 0;             ///< In this process; 0: the kernel runs once, without ranks.
  bool is_launched = false;  ///< Whether this process is one of the ranks that a launcher started.
  std::string reduction{};   ///< How outputs of the ranks are combined; empty: not at all.
};

/// A rank of this process.
struct RankPlace {
  int rank = 0;
  int size = 1;
  int local_rank = 0;

  /// Replaces "{rank}" and "{ranks}" in a text.
  std::string in(std::string text) const;
  std::vector<std::string> in(std::vector<std::string> texts) const;
  /// Whether this rank has results: not if they are combined on rank 0.
  bool has_results(const RankOptions& options) const {
    return rank == 0 || options.reduction.empty();
  }
};

/// Adds the options; without the component duet::distributed there are none.
void add_rank_options(CLI::App& command, RankOptions& options);

/// The ranks of this process; empty if the kernel runs without ranks.
/// @throws UsageError  if options contradict each other, or there is no launcher
std::vector<RankPlace> rank_places(const RankOptions& options);

/// Combines the outputs of all ranks on the device, in the order of the stream.
using CombineOutputs =
    std::function<void(const Stream& stream, const std::vector<LoadedArgument>& arguments)>;

/// Calls a function for each rank of this process at once, with its index in `places`.
/// @throws Error  with the messages of all ranks that have failed
void run_on_ranks(const RankOptions& options, const std::vector<RankPlace>& places,
                  const std::function<void(std::size_t, const CombineOutputs&)>& function);

}  // namespace duet::tool
