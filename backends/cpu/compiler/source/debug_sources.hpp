#pragma once

#include <string>

#include "program.hpp"

namespace duet::cpu {

/// Writes a program's texts to files for debuggers, unless the source is the file with its name.
/// The files are in $TMPDIR/duet-debug-UID, in a folder named by a hash of their contents. They
/// stay, since debuggers of later processes may read them.
/// @returns the folder that debuggers resolve the names in; empty for the working folder
std::string write_debug_sources(const Program& program);

}  // namespace duet::cpu
