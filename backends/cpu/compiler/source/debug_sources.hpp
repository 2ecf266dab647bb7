#pragma once

#include <string>

#include "program.hpp"

namespace duet::cpu {

/// Makes a program's texts files that a debugger finds by the names that they were given, unless
/// the source is there already: files of the folder $TMPDIR/duet-debug-UID, named after what they
/// hold and kept for debuggers of later processes.
/// @returns the folder that their names are relative to; empty if it is the process's own
std::string make_sources_visible(const Program& program);

}  // namespace duet::cpu
