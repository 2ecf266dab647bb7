#include "shrinking.hpp"

#include <algorithm>
#include <cstddef>

namespace duet::soak {

Program shrunk(Program program, Progress& progress, std::chrono::steady_clock::time_point end) {
  for (std::size_t part = program.size() / 2; part != 0; part /= 2) {
    for (std::size_t at = 0; at < program.size() && std::chrono::steady_clock::now() < end;) {
      Program less = program;
      const auto first = less.begin() + static_cast<std::ptrdiff_t>(at);
      less.erase(first, first + static_cast<std::ptrdiff_t>(std::min(part, less.size() - at)));
      if (runs_well(progress, [&] { run_with_limit(less); })) {
        at += part;
      } else {
        program = less;
      }
    }
  }
  (void)runs_well(progress, [&] { run_with_limit(program); });
  return program;
}

}  // namespace duet::soak
