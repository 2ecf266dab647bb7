#pragma once

// NVIDIA: NVRTC.

namespace duet::vendor {

inline constexpr int wave_size = 32;

}  // namespace duet::vendor
