#pragma once

namespace duet::cpu {

/// Tells valgrind, if the process runs in it, that this memory is a stack: it would take switches
/// to and from it for one stack that grows and shrinks by megabytes.
/// @returns what to give to `unregister_stack`
unsigned register_stack(void* bottom, void* top) noexcept;
void unregister_stack(unsigned number) noexcept;

}  // namespace duet::cpu
