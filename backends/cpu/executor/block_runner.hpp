#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "block_failure.hpp"
#include "cooperative_grid.hpp"
#include "cpu/base/outcome.hpp"
#include "cpu/executor/fiber/kernel_thread.hpp"
#include "cpu/prelude/abi.hpp"
#include "fault_signals.hpp"
#include "loaded_code.hpp"
#include "tsan_annotations.hpp"
#include "wave.hpp"

namespace duet::cpu {

/// Runs blocks on the OS thread that it belongs to, on stacks of its own, so that a block that
/// fails can be given up from wherever it is. Threads that wait for each other are fibers: one runs
/// threads one after the other; only where one waits does another fiber begin with the next.
class BlockRunner {
 public:
  /// What Sync and Failing of prelude/abi.hpp point to.
  static const duet_cpu::Sync sync;
  static const duet_cpu::Sync watched_sync;  ///< where ThreadSanitizer has to be told
  static const duet_cpu::Failing failing;

  /// For `scheduler_offset` of prelude/barriers.hpp.
  static long scheduler_offset() noexcept;

  /// The calling thread's own.
  static BlockRunner& of_this_thread();
  /// The one whose kernel is interrupted, for handlers of signals; null if no kernel runs here.
  static BlockRunner* interrupted() noexcept;

  BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;
  ~BlockRunner();

  /// Ends with the first failure.
  /// @param task  whole blocks; its members for memory and runner are filled in here
  /// @param others  the blocks that this one may wait for; null in launches that are not
  /// cooperative
  /// @throws std::bad_alloc
  Outcome run(const Function& function, duet_cpu::Task task, std::size_t shared_bytes,
              CooperativeBlocks* others = nullptr);

  /// For the sanitizer, around `run`.
  TsanAnnotations& order() noexcept { return order_; }

  /// Gives up the block whose kernel calls or is interrupted here.
  [[noreturn, gnu::cold, gnu::noinline]] void fail(BlockFailure failure) noexcept;
  /// For a fault at an address.
  bool is_guard(const void* address) const noexcept;

 private:
  static duet_cpu::Fiber* barrier(duet_cpu::Place place) noexcept;
  static duet_cpu::Fiber* vote(bool predicate, duet_cpu::Place place, const int** votes) noexcept;
  static duet_cpu::Fiber* wave(duet_cpu::WaveCall* call) noexcept;
  static void await_change(const unsigned* word, unsigned old, duet_cpu::Place place) noexcept;
  static void pause() noexcept;
  static void announce_change() noexcept;
  static duet_cpu::Fiber* watched_barrier(duet_cpu::Place place) noexcept;
  static duet_cpu::Fiber* watched_vote(bool predicate, duet_cpu::Place place,
                                       const int** votes) noexcept;
  static duet_cpu::Fiber* watched_wave(duet_cpu::WaveCall* call) noexcept;
  static void watched_await_change(const unsigned* word, unsigned old,
                                   duet_cpu::Place place) noexcept;
  static void watched_pause() noexcept;
  static void trap(duet_cpu::Place place, duet_cpu::Extent block, duet_cpu::Extent thread) noexcept;
  static void assertion(const char* text, duet_cpu::Place place, duet_cpu::Extent block,
                        duet_cpu::Extent thread) noexcept;
  static void loop_main() noexcept;
  static void fiber_main() noexcept;
  static void watched_fiber_main() noexcept;
  static void rest(const duet_cpu::Task* task) noexcept;

  void begin(const Function& function, const duet_cpu::Task& task);
  void run_blocks();
  void begin_block() noexcept;
  void watch_threads(const LoadedCode& code);
  void begin_watched_block() noexcept;
  void begin_thread(KernelThread& thread) noexcept;
  void run_ordered_thread(KernelThread& own) noexcept;
  FiberStack::Entry fiber_entry() const noexcept {
    return watched_ ? &watched_fiber_main : &fiber_main;
  }
  KernelThread* current() const noexcept { return static_cast<KernelThread*>(scheduler_.running); }
  void run_code(duet_cpu::Run code, const duet_cpu::Task& task) noexcept;
  [[gnu::cold, gnu::noinline]] static const char* keep_text(const char* text) noexcept;
  [[noreturn, gnu::cold, gnu::noinline]] void fail_by_exception(const char* what) noexcept;
  void end_thread(KernelThread& thread) noexcept;
  duet_cpu::Fiber* wait() noexcept;
  duet_cpu::Fiber* wait_for_block(duet_cpu::Place place) noexcept;
  void check_barrier() noexcept;
  [[gnu::noinline]] void open_barrier() noexcept;
  [[noreturn, gnu::cold, gnu::noinline]] void fail_as(BlockFailure::Kind kind) noexcept;
  duet_cpu::Fiber* wait_for_wave(duet_cpu::WaveCall& call) noexcept;
  [[gnu::noinline]] void switch_to(KernelThread* thread) noexcept;
  [[gnu::noinline]] void switch_to_next() noexcept;
  SanitizerFiber& flow_of(KernelThread* thread) noexcept;
  void begin_fiber() noexcept;
  KernelThread* next() noexcept;
  [[gnu::noinline]] KernelThread* next_if_none_is_ready() noexcept;
  void await_blocks() noexcept;
  [[gnu::noinline]] void release_waves() noexcept;
  KernelThread& add_fiber();
  [[gnu::noinline]] KernelThread* idle_fiber() noexcept;
  [[noreturn]] void fail_in_thread(BlockFailure failure, duet_cpu::Extent block,
                                   duet_cpu::Extent thread) noexcept;
  FailedBlock failed_block() const;
  void forget_block() noexcept;
  Outcome give_up();

  SignalStack signal_stack_{};
  void* shared_;              ///< the dynamic shared memory, in one place for the OS thread's life
  Suspended main_ = nullptr;  ///< the OS thread's own flow, from which `run` was called
  SanitizerFiber main_flow_{};
  const bool watched_ = SanitizerFiber::is_needed();
  TsanAnnotations order_{};
  std::optional<KernelThread> loop_{};  ///< runs code whose threads never wait
  std::deque<KernelThread> fibers_{};
  duet_cpu::FiberQueue idle_{};  ///< the last one that ran first, whose stack is in the cache
  duet_cpu::FiberScheduler scheduler_{};  ///< nobody of it runs: main_

  duet_cpu::Run code_ = nullptr;
  duet_cpu::Task task_{};
  bool waits_ = false;  ///< whether the code's threads wait for each other at all
  bool strict_ = false;
  bool hands_over_ = false;  ///< whether kernels switch themselves
  unsigned wave_size_ = 0;
  unsigned wave_shift_ = 0;        ///< its logarithm
  unsigned threads_ = 0;           ///< of a block
  duet_cpu::Extent present_[2]{};  ///< for Task::present
  duet_cpu::Extent position_{};    ///< of the thread that starts next
  unsigned started_ = 0;
  unsigned alive_ = 0;  ///< that have not ended
  std::vector<Wave> waves_{};

  int votes_ = 0;   ///< of those that have come to it
  int result_ = 0;  ///< of the last barrier; kept until all are here again

  CooperativeBlocks* others_ = nullptr;
  BlockWait* block_waits_ = nullptr;  ///< of threads that wait for other blocks

  BlockFailure failure_{};
  const KernelThread* failed_ = nullptr;  ///< who failed; null if nobody in particular
};

/// Who runs when the present thread cannot; null if nobody.
inline KernelThread* BlockRunner::next() noexcept {
  if (scheduler_.ready.empty()) [[unlikely]] {
    return next_if_none_is_ready();
  }
  return &static_cast<KernelThread&>(scheduler_.ready.pop());
}

}  // namespace duet::cpu
