#pragma once

#include "contract.hpp"

namespace duet::vendor {

/// The shortcut by NVRTC's precompiled headers, which it has from CUDA 12.8 on.
/// @param options  the program's, as `spell` returns them
/// @param more     what the shortcut is to add to them
/// @returns null if there is nothing to use or to make
std::unique_ptr<Shortcut> find_precompiled_header(const Program& program,
                                                  const std::vector<std::string>& options,
                                                  const std::vector<std::string>& more);

}  // namespace duet::vendor
