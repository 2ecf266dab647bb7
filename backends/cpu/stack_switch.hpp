#pragma once

namespace duet::cpu {

/// A suspended flow of control: where on its stack its registers are.
using Suspended = void*;

/// Prepares a stack so that the first switch to it calls `entry`, which must not return.
/// @param top, bottom  the ends of the memory; the stack grows down from `top`
Suspended prepare_stack(void* top, void* bottom, void (*entry)()) noexcept;

/// Suspends the caller, says in `from` where, and continues `to`. Returns when somebody continues
/// the caller. Floating-point modes are not part of it: all flows of an OS thread share them.
extern "C" void duet_cpu_switch(Suspended* from, Suspended to) noexcept;

}  // namespace duet::cpu
