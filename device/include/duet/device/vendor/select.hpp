#pragma once

// The only place that asks which compiler this is. Each vendor's file defines the same names in
// namespace duet::vendor; all other headers are common. Topics that only some headers need have
// files of their own, which are included by DUET_VENDOR_HEADER(topic).

#if defined(DUET_CPU_KERNEL)
#include <duet/device/vendor/cpu.hpp>
#define DUET_VENDOR_HEADER(topic) <duet/device/vendor/cpu/topic.hpp>
#elif defined(__HIP__) || defined(__HIPCC_RTC__)
#include <duet/device/vendor/hip.hpp>
#define DUET_VENDOR_HEADER(topic) <duet/device/vendor/hip/topic.hpp>
#elif defined(__CUDACC__)
#include <duet/device/vendor/cuda.hpp>
#define DUET_VENDOR_HEADER(topic) <duet/device/vendor/cuda/topic.hpp>
#else
#error "duet/device headers are for kernel code: NVRTC, hiprtc, clang's HIP mode or the CPU backend"
#endif
