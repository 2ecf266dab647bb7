// The switch for x86-64. With Boost.Context bench/semantics shows 33 ns instead of 13 for a
// barrier, 34 ns instead of 14 for a shuffle and 84 us instead of 56 for the reduction of a block
// (without prelude/fiber_switch.hpp; CPU time on one core of an AMD EPYC).
//
// jump_fcontext of Boost.Context always ends in a jump, so that the processor mispredicts all
// returns that follow: it predicts that a return goes to the last call, which another fiber made.
// This switch returns if both fibers wait in the same place, as in a loop with one barrier, so that
// the prediction is right. Otherwise it jumps, which is predicted by history: after a barrier all
// threads continue at the same place.
//
// The protocol: a suspended fiber's stack pointer points to the address to continue at. The fiber
// finds its stack pointer unchanged there. What else it saves, and where, is its own choice.

#include <cstdint>

#include "stack_switch.hpp"

extern "C" void duet_cpu_begin() noexcept;

namespace duet::cpu {

const bool kernels_can_switch = true;

Suspended prepare_stack(void* top, const void*, void (*entry)()) noexcept {
  auto* stack =
      reinterpret_cast<void**>(reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15});
  stack -= 2;  // debuggers read beyond the frame
  *--stack = reinterpret_cast<void*>(entry);
  *--stack = reinterpret_cast<void*>(&duet_cpu_begin);
  return stack;
}

}  // namespace duet::cpu

asm(R"(
.text
.p2align 4
.globl duet_cpu_switch
.hidden duet_cpu_switch
.type duet_cpu_switch, @function
duet_cpu_switch:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq 48(%rsp), %rax
  leaq 1f(%rip), %rcx
  pushq %rcx
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  notrack jmp *(%rsp)
1:
  popq %rcx
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  cmpq %rax, (%rsp)
  jne 2f
  ret
2:
  popq %rcx
  notrack jmp *%rcx
  .cfi_endproc
.size duet_cpu_switch, . - duet_cpu_switch

.p2align 4
.globl duet_cpu_resume
.hidden duet_cpu_resume
.type duet_cpu_resume, @function
duet_cpu_resume:
  .cfi_startproc
  movq %rdi, %rsp
  notrack jmp *(%rsp)
  .cfi_endproc
.size duet_cpu_resume, . - duet_cpu_resume

.p2align 4
.globl duet_cpu_begin
.hidden duet_cpu_begin
.type duet_cpu_begin, @function
duet_cpu_begin:
  .cfi_startproc
  .cfi_undefined rip
  pushq $0
  notrack jmp *16(%rsp)
  .cfi_endproc
.size duet_cpu_begin, . - duet_cpu_begin
)");
