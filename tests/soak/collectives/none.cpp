#include "steps.hpp"

namespace duet::soak {

void run_ranks(State& state, const Step& step) { run_ranks_on_host(state, step); }
bool uses_nccl() { return false; }

}  // namespace duet::soak
