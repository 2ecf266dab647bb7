#pragma once

#include <chrono>

#include "child.hpp"

namespace duet::soak {

/// Removes steps as long as the program still fails.
/// @param progress  receives why the result fails; no text if it does not every time
/// @param end       when to stop
Program shrunk(Program program, Progress& progress, std::chrono::steady_clock::time_point end);

}  // namespace duet::soak
