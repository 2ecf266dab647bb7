#pragma once

namespace duet::cpu {

/// Tells valgrind that memory is a stack; else it takes switches for one stack that grows and
/// shrinks by megabytes. No-op outside of valgrind.
/// @returns the argument of `unregister_stack`
unsigned register_stack(void* bottom, void* top) noexcept;
void unregister_stack(unsigned number) noexcept;

}  // namespace duet::cpu
