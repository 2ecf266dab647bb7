#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "program/embedded.hpp"

namespace duet::cpu {

/// Files of the prelude, in their order.
using Prelude = std::vector<const embedded::File*>;

Prelude whole_prelude();

/// The prelude for a program that includes nothing, without the files with which it has no word in
/// common: reading them takes a tenth of the time of a small kernel's compilation. A program for
/// which something is missing does not compile.
/// @param text  the whole program, rewritten
/// @returns the whole prelude if the program may have words elsewhere
Prelude lean_prelude(std::string_view text);

}  // namespace duet::cpu
