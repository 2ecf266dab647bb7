#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace duet::detail {

/// Exchanges with other ranks that have waited in vain, too, in which call each of them waits.
/// Blocks for the given time, or until all have answered.
/// @param call         the call in which this rank waits, in words
/// @param world_ranks  the ranks among all processes, by rank
/// @returns words for the error, by rank
std::string where_others_wait(const std::string& call, const std::vector<int>& world_ranks,
                              int rank, std::chrono::milliseconds time);

}  // namespace duet::detail
