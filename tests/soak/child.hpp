#pragma once

#include <cstdint>
#include <functional>

#include "program.hpp"

namespace duet::soak {

/// What a child process tells, in shared memory.
struct Progress {
  volatile std::uint64_t programs;
  volatile std::uint64_t steps;
  char text[1000];  ///< why it failed
};

/// Runs a function in a child process. @returns whether it ended well
bool runs_well(Progress& progress, const std::function<void()>& work);

/// Runs a program. SIGALRM ends the process if it hangs.
void run_with_limit(const Program& program);

}  // namespace duet::soak
