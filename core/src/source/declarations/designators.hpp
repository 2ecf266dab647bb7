#pragma once

#include <string_view>

namespace duet {

/// Whether a text initialises members by name, `{.x = 1, .y = 2}`.
bool has_designators(std::string_view text);

}  // namespace duet
