#pragma once

#include <string>
#include <vector>

namespace duet::hip {

/// The targets of AMD's code-object manager (comgr), which compiles for hiprtc: "gfx900" and so on,
/// without features. hiprtc 5.2 aborts the process if it is given another target.
/// @throws Error (no_builtins) if the manager's library is missing
std::vector<std::string> known_targets();

/// Whether the manager has a target with features: "gfx90a:sramecc+:xnack-".
/// @throws Error (no_builtins) if the manager's library is missing
bool knows_target(const std::string& target);

}  // namespace duet::hip
