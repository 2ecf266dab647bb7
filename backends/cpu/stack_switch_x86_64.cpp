// A third of the time that Boost.Context takes, which always ends in a jump
// (boost::context::detail::jump_fcontext), so that all returns that follow are predicted wrongly.
// The processor predicts a return from the call before, here the one of the flow that is left. That
// is right where both wait in the same place, in a loop with one barrier. Where they do not, a jump
// is predicted from what happened before: at each barrier all threads go on from the same place.

#include <cstdint>

#include "stack_switch.hpp"

namespace duet::cpu {

Suspended prepare_stack(void* top, void*, void (*entry)()) noexcept {
  auto* stack =
      reinterpret_cast<void**>(reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15});
  stack -= 2;          // a debugger looks behind the frame
  *--stack = nullptr;  // the entry's return address, where a backtrace ends
  *--stack = reinterpret_cast<void*>(entry);
  for (int saved_registers = 0; saved_registers < 6; ++saved_registers) *--stack = nullptr;
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
  movq %rsp, (%rdi)
  movq 48(%rsp), %rax
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  cmpq %rax, (%rsp)
  jne 1f
  ret
1:
  popq %rcx
  notrack jmp *%rcx
  .cfi_endproc
.size duet_cpu_switch, . - duet_cpu_switch
)");
