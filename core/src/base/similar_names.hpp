#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace duet {

/// Returns the names that `wanted` may have been meant to be, without regard to case; empty if none
/// is similar. All of them are equally similar.
std::vector<std::string_view> similar_names(std::string_view wanted,
                                            std::span<const std::string_view> names);

}  // namespace duet
