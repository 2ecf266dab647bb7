#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Writes out the declarations of shared arrays for which HIP has a macro:
/// `HIP_DYNAMIC_SHARED(int, a)` becomes `extern __shared__ int a[];`.
std::string with_hip_shared(std::string_view source);

}  // namespace duet
