#pragma once

#include <cstdint>
#include <functional>

namespace duet::cpu {

/// How many runners at least share a grid of several blocks, each a round of every so many.
inline constexpr unsigned least_runners = 2;

/// Runs the blocks of a grid for ThreadSanitizer: neighbours on different OS threads, whatever the
/// machine has, because blocks on one are ordered.
/// @param threads  of a block
/// @param run      runs a block, known by its number; on several OS threads at a time
void run_unordered(std::uint64_t blocks, std::uint64_t threads,
                   const std::function<void(std::uint64_t)>& run);

}  // namespace duet::cpu
