#pragma once

#include <cstddef>

namespace duet::cpu {

/// A suspended fiber: the address of its state, on its stack.
using Suspended = void*;

/// Prepares a fiber: the first switch to it calls `entry`, which must not return.
/// @param top, bottom  the ends of the stack's memory; the stack grows down from `top`
Suspended prepare_stack(void* top, const void* bottom, void (*entry)()) noexcept;

/// Suspends the caller, stores its state's address in `from` and continues `to`. Returns when the
/// caller is continued. All fibers of an OS thread share floating-point modes.
extern "C" void duet_cpu_switch(Suspended* from, Suspended to) noexcept;

/// Whether these functions can continue fibers that prelude/fiber_switch.hpp suspended, and the
/// reverse.
extern const bool kernels_can_switch;

/// Discards the caller's fiber and continues `to`. Does not return, but is not declared
/// [[noreturn]], since compilers would then call it instead of jumping to it at a function's end.
extern "C" void duet_cpu_resume(Suspended to) noexcept;

}  // namespace duet::cpu
