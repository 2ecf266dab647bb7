#pragma once

#include <array>
#include <vector>

#include "program.hpp"

namespace duet::soak {

/// The values of all buffers.
using Memory = std::array<std::vector<int>, buffers>;

/// The result of the kernel `step` for one value.
int stepped(int x, unsigned factor, unsigned summand);

/// Runs a step on the host.
void run_here(const Step& step, Memory& memory);

}  // namespace duet::soak
