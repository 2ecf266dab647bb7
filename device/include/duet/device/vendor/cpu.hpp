#pragma once

// The CPU backend's host compilers.

namespace duet::vendor {

inline constexpr int wave_size = DUET_CPU_WAVE_SIZE;

}  // namespace duet::vendor
