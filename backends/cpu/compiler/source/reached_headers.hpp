#pragma once

#include "program.hpp"

namespace duet::cpu {

/// Removes headers that a program cannot include, since each remaining header becomes a file. Keeps
/// all if this is uncertain, for instance if a macro names a header.
void drop_unreached_headers(Program& program);

}  // namespace duet::cpu
