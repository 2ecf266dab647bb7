#pragma once

#include "contract.hpp"

namespace duet::vendor {

/// Plans a compilation that uses or creates a precompiled header (NVRTC from CUDA 12.8 on).
/// @param options  the program's, from `to_compiler_flags`
/// @param more     flags that the plan adds
/// @returns null if the program has no precompiled header
std::unique_ptr<FastCompile> plan_precompiled_header(const Program& program,
                                                     const std::vector<std::string>& options,
                                                     const std::vector<std::string>& more);

}  // namespace duet::vendor
