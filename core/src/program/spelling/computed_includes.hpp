#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// Texts in which the includes by macros with parameters are written out:
/// `#include STD_HEADER(array)` becomes `#include <cuda/std/array>`. A compiler would put the set's
/// macros into the name, too. Macros that have several definitions stay.
std::vector<std::string> with_written_includes(std::span<const std::string_view> texts);

}  // namespace duet
