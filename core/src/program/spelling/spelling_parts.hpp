#pragma once

#include <string>

#include <duet/program.hpp>

namespace duet {

/// Macros for the parts of the headers in CUDA's spelling that a program names, so that the others
/// take no time. Empty if the program may use names that its texts do not show: names that macros
/// put together, and headers in folders.
std::string spelling_parts(const Program& program);

}  // namespace duet
