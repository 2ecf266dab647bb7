#pragma once

#include "contract.hpp"

namespace duet::vendor {

/// The fast_compile by NVRTC's precompiled headers, which it has from CUDA 12.8 on.
/// @param options  the program's, as `to_compiler_flags` returns them
/// @param more     what the fast_compile is to add to them
/// @returns null if there is nothing to use or to make
std::unique_ptr<FastCompile> plan_precompiled_header(const Program& program,
                                                     const std::vector<std::string>& options,
                                                     const std::vector<std::string>& more);

}  // namespace duet::vendor
