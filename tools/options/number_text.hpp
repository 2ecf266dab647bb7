#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "support/element_type.hpp"

namespace duet::tool {

/// Reads a number: "7", "-0x10", "1e-3", "inf", "true"; a complex number is "RE" or "RE,IM".
/// @returns its bytes, as kernels and .npy files have them
/// @throws UsageError with the reason, if the text is no number of the type or out of its range
std::vector<std::byte> parse_number(ElementType type, std::string_view text);

}  // namespace duet::tool
