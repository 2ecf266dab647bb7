#pragma once

#include "program.hpp"

namespace duet::cpu {

/// Removes those of duet's own headers from a program that it cannot include: each of the others
/// becomes a file. In doubt, as where a macro names a header or a file is included, all stay.
void drop_unreached_headers(Program& program);

}  // namespace duet::cpu
