#pragma once

namespace duet::cpu {

/// From the first call on, faults of kernels (illegal addresses, divisions by zero, traps) end the
/// kernel and not the process. Faults elsewhere go to whoever handled them before. Does nothing
/// beside sanitizers, whose reports say more, nor if $DUET_CPU_SIGNALS is "off", for debuggers.
/// Thread-safety: any.
void watch_fault_signals() noexcept;

/// Lets the calling OS thread handle signals even when its stack is exhausted, until it is
/// destroyed on the same thread. One that the thread has already is left in place.
class SignalStack {
 public:
  SignalStack() noexcept;
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;
  ~SignalStack();

 private:
  void* memory_ = nullptr;
};

}  // namespace duet::cpu
