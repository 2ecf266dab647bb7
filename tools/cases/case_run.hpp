#pragma once

#include <optional>
#include <vector>

#include <duet/kernel.hpp>

#include "cases/case.hpp"

namespace duet::tool {

/// Runs a case's kernel once, on the kernel's device.
/// @returns the contents of the arrays after the run, by argument; nullopt for scalars
/// @throws Error  as `copy` and `launch`
std::vector<std::optional<NpyArray>> run_case(const Kernel& kernel, const Case& what);

}  // namespace duet::tool
