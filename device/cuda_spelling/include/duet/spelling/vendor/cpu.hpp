#pragma once

// What the CPU backend's language lacks of CUDA's.

#include <duet/device/vendor/select.hpp>
#include <duet/spelling/vendor/cpu_math.hpp>
#include <duet/spelling/vendor/macros.hpp>

inline int __hadd(int x, int y) { return int((static_cast<long long>(x) + y) >> 1); }
inline void __brkpt(duet_cpu::Place place = duet_cpu::here()) { __trap(place); }

#include <duet/spelling/vendor/common.hpp>
