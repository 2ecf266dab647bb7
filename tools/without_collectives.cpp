// The command without the component duet::distributed.

#include "commands.hpp"

namespace duet::tool {

void add_bench_collectives_command(CLI::App& /*bench*/, int& /*status*/) {}

}  // namespace duet::tool
