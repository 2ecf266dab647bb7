#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <duet/distributed.hpp>
#include <duet/duet.hpp>

#include "bench/collective_table.hpp"
#include "bench/sweep.hpp"
#include "commands.hpp"
#include "options/validators.hpp"
#include "support/exit_status.hpp"
#include "support/output_file.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

struct Options {
  int ranks = 0;
  std::string sizes = "64,512,4Ki,32Ki,256Ki,2Mi,16Mi";
  std::string picture{};
  bool json = false;
  CollectiveSweep sweep{};
};

void report(const Options& options, const CollectiveTable& table) {
  if (!options.picture.empty()) {
    const std::string svg = to_svg(table);
    write_bytes(options.picture, std::as_bytes(std::span(svg)));
  }
  if (options.json) return print_json(to_json(table));
  print(table);
}

void run_rank(const Options& options, const Bootstrap& bootstrap) {
  Communicator ranks(bootstrap);
  CollectiveTable table{ranks.size(), name_of(ranks.engine()), ranks.device().info().name,
                        measure(ranks, options.sweep)};
  if (ranks.rank() == 0) report(options, table);
}

int run(Options options) {
  options.sweep.sizes = parse_sizes(options.sizes);
  if (!options.picture.empty()) require_writable(options.picture);
  if (options.ranks > 0) {
    run_rank_threads(options.ranks,
                     [&](const Bootstrap& bootstrap) { run_rank(options, bootstrap); });
  } else {
    run_rank(options, Bootstrap::from_environment());
  }
  return exit_success;
}

}  // namespace

void add_bench_collectives_command(CLI::App& bench, int& status) {
  CLI::App* command = bench.add_subcommand(
      "collectives", "Measure collectives of several ranks: times and bus bandwidth for each size");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("--ranks", options->ranks,
                   "Ranks in this process, on the devices in turn (default: the processes that "
                   "mpirun, torchrun or SLURM has started)")
      ->check(integer_from(1));
  command->add_option("--size", options->sizes,
                      "Bytes of the larger array of a rank: 64,4Ki,16Mi (default: 64 to 16Mi)");
  command
      ->add_option("--collective", options->sweep.collectives,
                   "Measure this collective; repeat it for others (default: all)")
      ->check(one_of(collective_names()))
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--rounds", options->sweep.rounds, "Calls of each (default 20)")
      ->check(integer_from(1));
  command->add_option("--picture", options->picture,
                      "Write the bus bandwidth over the size to this file, as SVG");
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(
      "Bandwidths are those of nccl-tests: the algorithm's is bytes for each second, the bus's "
      "what "
      "a rank's link carries with the best algorithm.\n"
      "  duet bench collectives --ranks 4 --picture bandwidth.svg\n"
      "  mpirun -n 4 duet bench collectives --collective all_reduce\n");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace duet::tool
