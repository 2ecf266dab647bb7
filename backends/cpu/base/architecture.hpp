#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet::cpu {

/// What kernels can be compiled for, oldest first.
const std::vector<std::string>& architectures();

/// The compilers' option for one of them.
std::string machine_option(std::string_view architecture);

/// The newest of them that this machine runs.
const std::string& host_architecture();

/// Whether this machine runs code for an architecture.
bool can_run(std::string_view architecture);

}  // namespace duet::cpu
