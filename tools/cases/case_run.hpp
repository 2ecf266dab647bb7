#pragma once

#include <optional>
#include <vector>

#include <duet/kernel.hpp>

#include "cases/case.hpp"

namespace duet::tool {

/// Runs a case's kernel once, on the kernel's device.
/// @returns by argument what the arrays hold afterwards; none for scalars
/// @throws Error  what copying and launching throw
std::vector<std::optional<NpyArray>> run_case(const Kernel& kernel, const Case& what);

}  // namespace duet::tool
