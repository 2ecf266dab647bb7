#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Moves the alignment of shared variables to the beginning of their declarations, where every
/// compiler takes it: "extern __shared__ alignas(16) char x[]" becomes "alignas(16) extern
/// __shared__ char x[]".
std::string with_leading_alignment(std::string_view source);

}  // namespace duet
