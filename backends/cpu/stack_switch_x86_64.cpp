// A third of the time that Boost.Context takes, since it ends in a return: the processor predicts
// that from the calls before, and a jump instead (boost::context::detail::jump_fcontext) lets all
// returns that follow be predicted wrongly.

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
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .cfi_endproc
.size duet_cpu_switch, . - duet_cpu_switch
)");
