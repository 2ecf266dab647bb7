#pragma once

namespace duet::cpu {

/// Installs signal handlers: a fault of a kernel (illegal address, division by zero, trap) ends the
/// kernel rather than the process, and one of a GuardedAccess ends that. Other faults go to the
/// previous handlers. The first call on each thread unblocks the signals there. No-op with a
/// sanitizer, whose reports say more, and if $DUET_CPU_SIGNALS is "off", for debuggers.
/// Thread-safety: any thread.
void watch_fault_signals() noexcept;

/// A stack for the calling OS thread's signal handlers, which they need after a stack overflow.
/// No-op if the thread has one already. Destroy it on the same thread.
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
