#pragma once

#include <span>
#include <string>

#include "cpu/compiler/source/program.hpp"

namespace duet::cpu {

/// Compiles and links a program with the host's compiler; fills its log and code.
/// @throws std::exception if a file cannot be written or the compiler not be started
CompilerStatus build(Program& program, std::span<const std::string> options);

}  // namespace duet::cpu
