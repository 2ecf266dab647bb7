#pragma once

// The only place in these headers that asks which compiler this is.

#if defined(DUET_CPU_KERNEL)
#include <duet/spelling/vendor/cpu.hpp>
#elif defined(__HIP__) || defined(__HIPCC_RTC__)
#include <duet/spelling/vendor/hip.hpp>
#else
#include <duet/spelling/vendor/cuda.hpp>
#endif
