#pragma once

// The one place that asks which compiler this is. Each vendor file defines the same names in
// namespace duet::vendor, so that everything else is written once. What only some headers need is
// in a file of its own, which they include by DUET_VENDOR_HEADER(topic).

#if defined(DUET_CPU_KERNEL)
#include <duet/device/vendor/cpu.hpp>
#define DUET_VENDOR_HEADER(topic) <duet/device/vendor/cpu/topic.hpp>
#elif defined(__CUDACC__)
#include <duet/device/vendor/cuda.hpp>
#define DUET_VENDOR_HEADER(topic) <duet/device/vendor/cuda/topic.hpp>
#elif defined(__HIP__) || defined(__HIPCC_RTC__)
#include <duet/device/vendor/hip.hpp>
#define DUET_VENDOR_HEADER(topic) <duet/device/vendor/hip/topic.hpp>
#else
#error "duet/device headers are for kernel code: NVRTC, hiprtc, clang's HIP mode or the CPU backend"
#endif
