#include "ranks/ranks.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>

#include <duet/distributed.hpp>

#include "options/validators.hpp"
#include "support/usage_error.hpp"
#include "support/with_type.hpp"

namespace duet::tool {
namespace {

const std::map<std::string, Reduction>& reductions() {
  static const std::map<std::string, Reduction> all{{"sum", Reduction::sum},
                                                    {"product", Reduction::product},
                                                    {"min", Reduction::min},
                                                    {"max", Reduction::max},
                                                    {"average", Reduction::average}};
  return all;
}

void combine(Communicator& ranks, const Stream& stream, const LoadedArray& array,
             Reduction reduction) {
  with_type(array.host.type, [&]<typename T>(T) {
    T* const data = reinterpret_cast<T*>(array.memory.data());
    ranks.all_reduce(stream, DeviceSpan<T>(data, array.host.count()), reduction);
  });
}

void run_rank(const RankOptions& options, const Bootstrap& bootstrap, std::size_t index,
              const std::function<void(std::size_t, const CombineOutputs&)>& function) {
  if (options.reduction.empty()) return function(index, nullptr);
  Communicator ranks(bootstrap);
  const Reduction reduction = reductions().at(options.reduction);
  function(index, [&](const Stream& stream, const std::vector<LoadedArgument>& arguments) {
    for (const LoadedArgument* const output : outputs_of(arguments))
      combine(ranks, stream, *output->array(), reduction);
    ranks.synchronize(stream);
  });
}

}  // namespace

std::string RankPlace::in(std::string text) const {
  for (const auto& [name, value] : {std::pair("{rank}", rank), std::pair("{ranks}", size)}) {
    const std::string_view found = name;
    for (std::size_t at = 0; (at = text.find(found, at)) != std::string::npos;) {
      text.replace(at, found.size(), std::to_string(value));
    }
  }
  return text;
}

std::vector<std::string> RankPlace::in(std::vector<std::string> texts) const {
  for (std::string& text : texts) text = in(std::move(text));
  return texts;
}

void add_rank_options(CLI::App& command, RankOptions& options) {
  command
      .add_option("--ranks", options.ranks,
                  "Run the kernel for so many ranks at once, on the devices in turn; {rank} and "
                  "{ranks} in ARG, --grid and --expect stand for the rank and their number")
      ->check(integer_from(1));
  command.add_flag("--launched", options.is_launched,
                   "Be one of the ranks that mpirun, torchrun or SLURM has started");
  std::vector<std::string> names;
  for (const auto& [name, reduction] : reductions()) names.push_back(name);
  command
      .add_option("--reduce", options.reduction,
                  "Combine the outputs of all ranks element by element; rank 0 has the results")
      ->check(one_of(names));
}

std::vector<RankPlace> rank_places(const RankOptions& options) {
  if (options.is_launched && options.ranks > 0)
    throw UsageError("--launched and --ranks: with a launcher each process is one rank");
  if (options.is_launched) {
    try {
      const LaunchedRank own = LaunchedRank::from_environment();
      return {{own.rank, own.size, own.local_rank}};
    } catch (const Error& error) {
      throw UsageError(std::string("--launched: ") + error.what());
    }
  }
  if (options.ranks == 0 && !options.reduction.empty())
    throw UsageError("--reduce needs --ranks N or --launched");
  std::vector<RankPlace> places;
  for (int rank = 0; rank < options.ranks; ++rank) places.push_back({rank, options.ranks, rank});
  return places;
}

void run_on_ranks(const RankOptions& options, const std::vector<RankPlace>& places,
                  const std::function<void(std::size_t, const CombineOutputs&)>& function) {
  if (places.empty()) return function(0, nullptr);
  if (options.is_launched) {
    const Bootstrap bootstrap =
        options.reduction.empty() ? Bootstrap{} : Bootstrap::from_environment();
    return run_rank(options, bootstrap, 0, function);
  }
  run_rank_threads(options.ranks, [&](const Bootstrap& bootstrap) {
    run_rank(options, bootstrap, static_cast<std::size_t>(bootstrap.rank), function);
  });
}

}  // namespace duet::tool
