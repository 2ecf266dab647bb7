#pragma once

// What the CPU backend's language lacks of CUDA's.

#include <duet/device/vendor/select.hpp>
#include <duet/spelling/vendor/macros.hpp>

#define DUET_SPELLING_HAS_HEAP 1
#define DUET_SPELLING_LACKS_EXTREMES 1
#include <duet/spelling/vendor/math/extremes.hpp>
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_MATH)
#include <duet/spelling/vendor/math/cpu_math.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_NUMBER_MATH)
#include <duet/spelling/vendor/math/cpu_number_math.hpp>
#endif

inline int __hadd(int x, int y) { return int((static_cast<long long>(x) + y) >> 1); }
inline void __brkpt(duet_cpu::Place place = duet_cpu::here()) { __trap(place); }
extern "C" inline void __assertfail(const char* text, const char* file, unsigned line,
                                    const char* function, size_t) {
  __assert_fail(text, file, line, function);
}

#include <duet/spelling/vendor/braces.hpp>
#include <duet/spelling/vendor/common.hpp>
