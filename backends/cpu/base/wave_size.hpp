#pragma once

#include <string>

namespace duet::cpu {

/// Whether kernels can be compiled for waves of that many lanes.
bool is_wave_size(int lanes) noexcept;

/// The wave size of every device, and of programs that do not choose one: $DUET_CPU_WAVE_SIZE if
/// set, else 32. 0 if the variable is invalid.
int default_wave_size() noexcept;

/// The error message for an invalid $DUET_CPU_WAVE_SIZE.
std::string wave_size_error();

}  // namespace duet::cpu
