#pragma once

#include <string>

namespace duet::cpu {

/// Whether code can be compiled for waves of that many lanes.
bool is_wave_size(int lanes) noexcept;

/// $DUET_CPU_WAVE_SIZE, or 32; of every device and of code that asks for none.
/// 0 if the variable is neither 32 nor 64.
int default_wave_size() noexcept;

/// What is wrong with the variable then.
std::string wave_size_complaint();

}  // namespace duet::cpu
