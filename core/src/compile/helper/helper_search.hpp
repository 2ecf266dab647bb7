#pragma once

#include <string>
#include <vector>

namespace duet::helper {

/// The paths at which duet-compile may be, best first. See docs/cache.md for the order. The path in
/// $DUET_COMPILE_HELPER is the only one if it is set.
std::vector<std::string> helper_candidates();

}  // namespace duet::helper
