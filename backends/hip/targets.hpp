#pragma once

#include <string>
#include <vector>

namespace duet::hip {

/// The targets that AMD's code-object manager, which compiles for hiprtc, knows: "gfx900" and so
/// on, without features. hiprtc itself must never see another one: version 5.2 aborts the process.
/// @throws Error (no_compiler) if the manager's library is missing
std::vector<std::string> known_targets();

/// Whether a target with features, "gfx90a:sramecc+:xnack-", is known. Never throws for a bad one.
bool knows_target(const std::string& target);

}  // namespace duet::hip
