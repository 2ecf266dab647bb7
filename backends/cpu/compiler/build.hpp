#pragma once

#include <span>
#include <string>

#include "cpu/compiler/source/program.hpp"

namespace duet::cpu {

/// Compiles and links a program with the host's compiler. Sets its log and code.
/// @throws std::exception if a file cannot be written or the compiler cannot be started
CompilerStatus build(Program& program, std::span<const std::string> options);

}  // namespace duet::cpu
