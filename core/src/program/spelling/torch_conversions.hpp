#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Removes conversions of PyTorch's 16-bit floats to CUDA's, `x.operator __half()`: here they are
/// the same types.
std::string without_half_conversions(std::string_view text);

}  // namespace duet
