#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "cooperative_grid.hpp"
#include "cpu/base/outcome.hpp"
#include "cpu/executor/fiber/kernel_thread.hpp"
#include "cpu/prelude/abi.hpp"
#include "fault/block_failure.hpp"
#include "fault_signals.hpp"
#include "loaded_code.hpp"
#include "shared_memory.hpp"
#include "tsan_annotations.hpp"
#include "wave.hpp"

namespace duet::cpu {

/// Runs blocks on its OS thread, on stacks of its own, so that a failing block can be abandoned
/// anywhere. Threads that wait for each other are fibers. One fiber runs thread after thread; when
/// a thread waits, another fiber begins with the next thread.
///
/// The implementation is in four files: block_runner.cpp, and block_runner_blocks.cpp (waits for
/// other blocks), _failure.cpp (abandons a block), _sanitizer.cpp (tells sanitizers).
class BlockRunner {
 public:
  /// The runtime functions that kernels call: Sync and Failing of prelude/abi.hpp.
  static const duet_cpu::Sync sync;
  static const duet_cpu::Sync tsan_sync;  ///< for kernels compiled for ThreadSanitizer
  static const duet_cpu::Failing failing;

  /// For `scheduler_offset` of prelude/fiber_switch.hpp.
  static long scheduler_offset() noexcept;

  /// The calling OS thread's runner.
  static BlockRunner& of_this_thread();
  /// For signal handlers: the runner whose kernel was interrupted; null if the thread runs none.
  static BlockRunner* interrupted() noexcept;

  BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;
  ~BlockRunner();

  /// Runs consecutive blocks until one fails.
  /// @param task    the blocks; this fills in the members for memory and runner
  /// @param others  the grid's other blocks; null unless the launch is cooperative
  /// @throws std::bad_alloc
  Outcome run(const Function& function, duet_cpu::Task task, std::size_t shared_bytes,
              CooperativeBlocks* others = nullptr);

  /// For begin_launch and end_launch around `run`.
  TsanAnnotations& order() noexcept { return order_; }

  /// Abandons the block. Called in one of its threads, or in a signal handler that interrupted one.
  [[noreturn, gnu::cold, gnu::noinline]] void fail(BlockFailure failure) noexcept;
  /// What a fault at an address means: a guard of the running thread's stack or of the shared
  /// memory, or just a signal.
  BlockFailure::Kind kind_of_fault(const void* address) const noexcept;
  /// Of the launch that runs.
  const void* shared_begin() const noexcept { return task_.shared; }
  std::size_t shared_bytes() const noexcept { return shared_bytes_; }

 private:
  static duet_cpu::Fiber* barrier(duet_cpu::Place place) noexcept;
  static duet_cpu::Fiber* vote(bool predicate, duet_cpu::Place place, const int** votes) noexcept;
  static duet_cpu::Fiber* wave(duet_cpu::WaveCall* call) noexcept;
  static void await_change(const unsigned* word, unsigned old, unsigned mask,
                           duet_cpu::Place place) noexcept;
  static void pause(duet_cpu::Place place, bool polls) noexcept;
  static void announce_change() noexcept;
  static duet_cpu::Fiber* tsan_barrier(duet_cpu::Place place) noexcept;
  static duet_cpu::Fiber* tsan_vote(bool predicate, duet_cpu::Place place,
                                    const int** votes) noexcept;
  static duet_cpu::Fiber* tsan_wave(duet_cpu::WaveCall* call) noexcept;
  static void tsan_await_change(const unsigned* word, unsigned old, unsigned mask,
                                duet_cpu::Place place) noexcept;
  static void tsan_pause(duet_cpu::Place place, bool polls) noexcept;
  static void trap(duet_cpu::Place place, duet_cpu::Extent block, duet_cpu::Extent thread) noexcept;
  static void assertion(const char* text, duet_cpu::Place place, duet_cpu::Extent block,
                        duet_cpu::Extent thread) noexcept;
  static void loop_main() noexcept;
  static void fiber_main() noexcept;
  static void sanitized_fiber_main() noexcept;
  static void go_idle(const duet_cpu::Task* task) noexcept;

  void begin(const Function& function, const duet_cpu::Task& task);
  void run_blocks();
  void begin_block() noexcept;
  void prepare_for_tsan(const LoadedCode& code);
  void begin_tsan_block() noexcept;
  void begin_thread(KernelThread& thread) noexcept;
  void run_ordered_thread(KernelThread& own) noexcept;
  /// As waves of AMD GPUs do. Waves of 32 may be NVIDIA's, whose lanes run independently.
  bool runs_in_lockstep() const noexcept { return wave_size_ == Wave::most_lanes; }
  FiberStack::Entry fiber_entry() const noexcept {
    return has_sanitizer_ ? &sanitized_fiber_main : &fiber_main;
  }
  KernelThread* current() const noexcept { return static_cast<KernelThread*>(scheduler_.running); }
  void run_code(duet_cpu::Run code, const duet_cpu::Task& task) noexcept;
  [[gnu::cold, gnu::noinline]] static const char* keep_text(const char* text) noexcept;
  [[noreturn, gnu::cold, gnu::noinline]] void fail_by_exception(const char* what) noexcept;
  void end_thread(KernelThread& thread) noexcept;
  duet_cpu::Fiber* wait() noexcept;
  duet_cpu::Fiber* wait_for_block(duet_cpu::Place place) noexcept;
  void check_barrier() noexcept;
  /// In strict mode: fails if the present thread has written beside static shared arrays.
  [[gnu::noinline]] void check_shared_guards(duet_cpu::Place place) noexcept;
  [[gnu::noinline]] void open_barrier() noexcept;
  /// Lets the threads that pause continue, when no other one can.
  [[gnu::noinline]] void begin_round() noexcept;
  /// If threads have paused for long: looks for lanes that they hold, else logs once for each
  /// kernel.
  [[gnu::cold, gnu::noinline]] void note_wait() noexcept;
  /// Logs once for each kernel that exited threads did not reach a barrier.
  static void warn_of_exited_threads(const Function& function) noexcept;
  [[noreturn, gnu::cold, gnu::noinline]] void fail_as(BlockFailure::Kind kind) noexcept;
  duet_cpu::Fiber* wait_for_wave(duet_cpu::WaveCall& call) noexcept;
  [[gnu::noinline]] void switch_to(KernelThread* thread) noexcept;
  [[gnu::noinline]] void switch_to_next() noexcept;
  SanitizerFiber& sanitizer_fiber_of(KernelThread* thread) noexcept;
  void begin_fiber() noexcept;
  KernelThread* next() noexcept;
  [[gnu::noinline]] KernelThread* next_if_none_is_ready() noexcept;
  bool break_lockstep() noexcept;
  unsigned polling_lanes(const Wave& wave) const noexcept;
  void check_suspect() noexcept;
  void await_blocks() noexcept;
  void resume_after_blocks() noexcept;
  [[gnu::noinline]] void release_waves() noexcept;
  KernelThread& add_fiber();
  [[gnu::noinline]] KernelThread* idle_fiber() noexcept;
  [[noreturn]] void fail_in_thread(BlockFailure failure, duet_cpu::Extent block,
                                   duet_cpu::Extent thread) noexcept;
  FailedBlock failed_block() const;
  void forget_block() noexcept;
  Outcome abandon();

  SignalStack signal_stack_{};
  SharedMemory shared_{};
  std::size_t shared_bytes_ = 0;  ///< of the launch
  Suspended main_ = nullptr;      ///< the OS thread's own stack, where `run` was called
  SanitizerFiber main_sanitizer_fiber_{};
  const bool has_sanitizer_ = SanitizerFiber::is_needed();
  TsanAnnotations order_{};
  std::optional<KernelThread> loop_{};  ///< for code whose threads never wait
  std::deque<KernelThread> fibers_{};
  duet_cpu::FiberQueue idle_{};           ///< last used first: its stack is in the cache
  duet_cpu::FiberScheduler scheduler_{};  ///< `running` is null: main_ runs

  const Function* function_ = nullptr;
  duet_cpu::FiberQueue paused_{};  ///< the threads that pause, most to poll memory
  unsigned pauses_ = 0;            ///< of threads since they last had a turn together
  unsigned rounds_ = 0;  ///< such turns in a row in which no thread did anything but pause
  std::chrono::steady_clock::time_point first_round_{};  ///< about when the first of them was
  unsigned waits_between_rounds_ = 0;
  const Wave* suspect_ = nullptr;  ///< may have lanes that wait for others behind them; may be null
  unsigned suspect_polls_ = 0;     ///< its lanes that polled when it became suspect
  unsigned rounds_of_suspicion_ = 0;
  std::string suspicion_{};  ///< the message if it is right
  duet_cpu::Run code_ = nullptr;
  duet_cpu::Task task_{};
  bool waits_ = false;  ///< whether the code's threads wait for each other
  bool strict_ = false;
  const SharedGuards* guards_ = nullptr;  ///< to check whenever a thread stops; may be null
  bool exited_early_ = false;             ///< whether a barrier opened after threads had exited
  bool hands_over_ = false;               ///< whether kernels switch fibers themselves
  unsigned wave_size_ = 0;
  unsigned wave_shift_ = 0;        ///< its logarithm
  unsigned threads_ = 0;           ///< of a block
  duet_cpu::Extent present_[2]{};  ///< for Task::present
  duet_cpu::Extent position_{};    ///< the index of the thread that starts next
  unsigned started_ = 0;
  unsigned alive_ = 0;  ///< threads that have not ended
  std::vector<Wave> waves_{};

  int votes_ = 0;   ///< of the threads that have arrived at the barrier
  int result_ = 0;  ///< votes of the last barrier; valid until all threads arrive again

  CooperativeBlocks* others_ = nullptr;
  BlockWait* block_waits_ = nullptr;  ///< the threads that wait for other blocks

  BlockFailure failure_{};
  const KernelThread* failed_ = nullptr;  ///< the failed thread; null if it is not known
};

/// The thread that runs when the present one waits or ends; null if none can.
inline KernelThread* BlockRunner::next() noexcept {
  if (scheduler_.ready.empty()) [[unlikely]] {
    return next_if_none_is_ready();
  }
  return &static_cast<KernelThread&>(scheduler_.ready.pop());
}

}  // namespace duet::cpu
