#pragma once

// The one place that asks which compiler this is. Each vendor file defines the same names in
// namespace duet::vendor, so that everything else is written once.

#if defined(DUET_CPU_KERNEL)
#include <duet/device/vendor/cpu.hpp>
#elif defined(__CUDACC__)
#include <duet/device/vendor/cuda.hpp>
#elif defined(__HIP__) || defined(__HIPCC_RTC__)
#include <duet/device/vendor/hip.hpp>
#else
#error "duet/device headers are for kernel code: NVRTC, hiprtc, clang's HIP mode or the CPU backend"
#endif
