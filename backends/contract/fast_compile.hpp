#pragma once

// Contract: a quicker compilation that produces the same code.

#include <string>
#include <vector>

#include <duet/program.hpp>

#include "vendor_check.hpp"

namespace duet::vendor {

/// Flags with which a program compiles in less time. If it does not compile with them, core
/// compiles it without.
/// @returns none if there is no quicker compilation
std::vector<std::string> fast_compile_flags(const Program& program);

}  // namespace duet::vendor
