#pragma once

#include <cstddef>

namespace duet::cpu {

/// A suspended flow of control: where on its stack its state is.
using Suspended = void*;

/// Prepares a stack so that the first switch to it calls `entry`, which must not return.
/// @param top, bottom  the ends of the memory; the stack grows down from `top`
Suspended prepare_stack(void* top, const void* bottom, void (*entry)()) noexcept;

/// Suspends the caller, says in `from` where, and continues `to`. Returns when somebody continues
/// the caller. Floating-point modes are not part of it: all flows of an OS thread share them.
extern "C" void duet_cpu_switch(Suspended* from, Suspended to) noexcept;

/// Whether kernels that switch as prelude/barriers.hpp does can go on by these, and the other way
/// round.
extern const bool kernels_can_switch;

/// Continues `to`. The caller's flow ends where it is; this does not return. It is not declared so,
/// since compilers then make a call of what is else a jump at the end of a function.
extern "C" void duet_cpu_resume(Suspended to) noexcept;

}  // namespace duet::cpu
