#pragma once

#include <cstdint>
#include <functional>

namespace duet::cpu {

/// The least number of OS threads that share a grid of several blocks, in turn.
inline constexpr unsigned least_runners = 2;

/// Runs the blocks of a grid for ThreadSanitizer. Neighbouring blocks run on different OS threads,
/// whatever the number of cores, since the sanitizer takes blocks on one OS thread for ordered.
/// @param threads  threads of a block
/// @param run      runs the block with a number; called on several OS threads at a time
void run_unordered(std::uint64_t blocks, std::uint64_t threads,
                   const std::function<void(std::uint64_t)>& run);

}  // namespace duet::cpu
