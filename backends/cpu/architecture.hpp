#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet::cpu {

/// What kernels can be compiled for, oldest first, in the compilers' spelling.
const std::vector<std::string>& architectures();

/// The newest of them that this machine runs.
const std::string& host_architecture();

/// Whether this machine runs code for an architecture.
bool can_run(std::string_view architecture);

}  // namespace duet::cpu
