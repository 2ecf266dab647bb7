#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet::cpu {

/// The architectures that kernels can be compiled for, oldest first.
const std::vector<std::string>& architectures();

/// The host compiler's option that selects an architecture.
std::string machine_option(std::string_view architecture);

/// The newest architecture that this machine runs.
const std::string& host_architecture();

/// Whether this machine runs code for an architecture.
bool can_run(std::string_view architecture);

}  // namespace duet::cpu
