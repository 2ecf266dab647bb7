#include "fault_signals.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/environment.hpp"
#include "block_runner.hpp"
#include "fault/guarded_access.hpp"

namespace duet::cpu {

namespace {

constexpr std::size_t stack_bytes = std::size_t{64} << 10;
constexpr std::array signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};

/// The previous handlers of `signals`.
std::array<struct sigaction, signals.size()> before;

std::size_t slot_of(int signal) noexcept {
  std::size_t slot = 0;
  while (signals[slot] != signal) ++slot;
  return slot;
}

/// Restores the floating-point modes of the interrupted code. The system does it only for handlers
/// that return.
void restore_modes([[maybe_unused]] const void* context) noexcept {
#ifdef __x86_64__
  const fpregset_t saved = static_cast<const ucontext_t*>(context)->uc_mcontext.fpregs;
  if (saved == nullptr) return;
  asm volatile("ldmxcsr %0\n\tfldcw %1" : : "m"(saved->mxcsr), "m"(saved->cwd));
#endif
}

/// Whether the operating system sent the signal, rather than a process by kill().
bool is_fault(const siginfo_t& info) noexcept { return info.si_code > 0; }

[[noreturn]] void fail(BlockRunner& runner, int signal, const siginfo_t& info,
                       const void* context) noexcept {
  const bool has_address = signal == SIGSEGV || signal == SIGBUS;
  BlockFailure failure{
      .kind = has_address ? runner.kind_of_fault(info.si_addr) : BlockFailure::Kind::signal,
      .signal = signal,
      .signal_code = info.si_code,
      .address = reinterpret_cast<std::uintptr_t>(info.si_addr),
      .shared_begin = reinterpret_cast<std::uintptr_t>(runner.shared_begin()),
      .shared_bytes = runner.shared_bytes()};
  if (signal == SIGSEGV && info.si_code == SI_KERNEL) {
    failure.instruction = fault_of_instruction(context, failure.address);
  }
  runner.fail(std::move(failure));
}

/// Handles the signal as the previous handler does.
void pass_on(int signal, siginfo_t* info, void* context) noexcept {
  struct sigaction& old = before[slot_of(signal)];
  const struct sigaction chosen = old;
  if ((static_cast<unsigned>(chosen.sa_flags) & SA_RESETHAND) != 0) old.sa_handler = SIG_DFL;
  if ((chosen.sa_flags & SA_SIGINFO) == 0) {
    if (chosen.sa_handler == SIG_IGN && !is_fault(*info)) return;
    if (chosen.sa_handler == SIG_DFL || chosen.sa_handler == SIG_IGN) {
      struct sigaction standard {};
      standard.sa_handler = SIG_DFL;
      sigaction(signal, &standard, nullptr);
      // On return the faulting instruction faults again. Other signals have to be raised again.
      if (!is_fault(*info) || signal == SIGTRAP) (void)raise(signal);
      return;
    }
  }
  sigset_t blocked = chosen.sa_mask;
  if ((chosen.sa_flags & SA_NODEFER) == 0) sigaddset(&blocked, signal);
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, &blocked, &mask);
  if ((chosen.sa_flags & SA_SIGINFO) != 0) {
    chosen.sa_sigaction(signal, info, context);
  } else {
    chosen.sa_handler(signal);
  }
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
}

void handle(int signal, siginfo_t* info, void* context) noexcept {
  BlockRunner* runner = BlockRunner::interrupted();
  if (runner != nullptr && is_fault(*info)) {
    restore_modes(context);
    fail(*runner, signal, *info, context);
  }
  GuardedAccess* access = GuardedAccess::interrupted();
  if (access != nullptr && is_fault(*info)) {
    restore_modes(context);
    access->fail(info->si_addr);
  }
  const int error = errno;
  pass_on(signal, info, context);
  errno = error;
}

bool install() noexcept {
  if (SanitizerFiber::is_needed() || is_switched_off("DUET_CPU_SIGNALS")) return false;
  struct sigaction action {};
  action.sa_sigaction = &handle;
  // The handler may leave the signal stack without returning, so it must not block the signal.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    // First, since the handler reads `before`.
    sigaction(signals[i], nullptr, &before[i]);
    sigaction(signals[i], &action, nullptr);
  }
  return true;
}

/// Unblocks the signals on the calling thread: a fault whose signal is blocked ends the process.
bool admit() noexcept {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  return pthread_sigmask(SIG_UNBLOCK, &set, nullptr) == 0;
}

[[maybe_unused]] const bool serves_accesses = [] {
  GuardedAccess::watch = &watch_fault_signals;
  return true;
}();

}  // namespace

void watch_fault_signals() noexcept {
  static const bool is_installed = install();
  thread_local const bool is_admitted = is_installed && admit();
  (void)is_admitted;
}

SignalStack::SignalStack() noexcept {
  stack_t present{};
  if (sigaltstack(nullptr, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) return;
  void* memory = mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t own{};
  own.ss_sp = memory;
  own.ss_size = stack_bytes;
  if (sigaltstack(&own, nullptr) == 0) {
    memory_ = memory;
  } else {
    munmap(memory, stack_bytes);
  }
}

SignalStack::~SignalStack() {
  if (memory_ == nullptr) return;
  stack_t present{};
  if (sigaltstack(nullptr, &present) == 0 && present.ss_sp == memory_) {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  munmap(memory_, stack_bytes);
}

}  // namespace duet::cpu
