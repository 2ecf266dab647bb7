#pragma once

#include <functional>

#include <duet/bootstrap.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// Calls a function for each of so many ranks of this process, each in a thread of its own, and
/// waits until all have returned.
/// @param size      number of ranks, at least 1
/// @param function  gets the bootstrap of its rank (`Bootstrap::threads`)
/// @throws Error  invalid_argument for a smaller size; with the code of the first rank that has
///                thrown and the messages of all that have, if any has
void run_rank_threads(int size, const std::function<void(const Bootstrap&)>& function);

}  // namespace duet
DUET_API_END
