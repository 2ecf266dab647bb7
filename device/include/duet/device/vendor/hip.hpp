#pragma once

// AMD: hiprtc and clang's HIP mode.

namespace duet::vendor {

// Newer compilers no longer say it at compile time for host passes; 64 is what they mean there.
#if defined(__AMDGCN_WAVEFRONT_SIZE__)
inline constexpr int wave_size = __AMDGCN_WAVEFRONT_SIZE__;
#elif defined(__AMDGCN_WAVEFRONT_SIZE)
inline constexpr int wave_size = __AMDGCN_WAVEFRONT_SIZE;
#else
inline constexpr int wave_size = 64;
#endif

}  // namespace duet::vendor
