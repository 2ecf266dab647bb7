// The command without the component duet::distributed.

#include "commands.hpp"
#include "ranks/without_component.hpp"

namespace duet::tool {

void add_bench_collectives_command(CLI::App& bench, int& /*status*/) {
  CLI::App* command = bench.add_subcommand("collectives", "Not in this build");
  command->allow_extras();
  command->callback([] { throw_without_component(); });
}

}  // namespace duet::tool
