// The part of BlockRunner that tells sanitizers which fiber runs, and ThreadSanitizer the order.

#include "block_runner.hpp"

namespace duet::cpu {

const duet_cpu::Sync BlockRunner::tsan_sync{
    &BlockRunner::tsan_barrier,      &BlockRunner::tsan_vote,  &BlockRunner::tsan_wave,
    &BlockRunner::tsan_await_change, &BlockRunner::tsan_pause, &BlockRunner::announce_change};

SanitizerFiber& BlockRunner::sanitizer_fiber_of(KernelThread* thread) noexcept {
  return thread != nullptr ? thread->stack->sanitizer_fiber() : main_sanitizer_fiber_;
}

/// Called first in a fiber.
void BlockRunner::begin_fiber() noexcept {
  if (has_sanitizer_) sanitizer_fiber_of(current()).begin();
}

/// Allocates what kernels' threads use beforehand: else the sanitizer takes it for the threads'
/// own.
void BlockRunner::prepare_for_tsan(const LoadedCode& code) {
  code.touch(task_.shared);
  while (fibers_.size() < threads_) (void)add_fiber();
  for (Wave& wave : waves_) wave.annotate(order_);
}

/// Gives each thread of the block a fiber of its own.
void BlockRunner::begin_tsan_block() noexcept {
  idle_.clear();
  for (std::size_t i = fibers_.size(); i-- > 0;) idle_.push_front(fibers_[i]);
  order_.begin_block();
}

duet_cpu::Fiber* BlockRunner::tsan_barrier(duet_cpu::Place place) noexcept {
  BlockRunner& self = of_this_thread();
  KernelThread& thread = *self.current();
  void* const token = self.order_.arrive_at_barrier();
  self.order_.begin_runner(thread);
  (void)barrier(place);
  self.order_.end_runner(thread);
  self.order_.leave_barrier(token);
  return nullptr;
}

duet_cpu::Fiber* BlockRunner::tsan_vote(bool predicate, duet_cpu::Place place,
                                        const int** votes) noexcept {
  BlockRunner& self = of_this_thread();
  KernelThread& thread = *self.current();
  void* const token = self.order_.arrive_at_barrier();
  self.order_.begin_runner(thread);
  (void)vote(predicate, place, votes);
  self.order_.end_runner(thread);
  self.order_.leave_barrier(token);
  return nullptr;
}

duet_cpu::Fiber* BlockRunner::tsan_wave(duet_cpu::WaveCall* call) noexcept {
  BlockRunner& self = of_this_thread();
  KernelThread& thread = *self.current();
  self.order_.arrive_at_wave(thread);
  self.order_.begin_runner(thread);
  (void)wave(call);
  self.order_.end_runner(thread);
  self.order_.leave_wave(thread);
  return nullptr;
}

void BlockRunner::tsan_await_change(const unsigned* word, unsigned old, unsigned mask,
                                    duet_cpu::Place place) noexcept {
  BlockRunner& self = of_this_thread();
  KernelThread& thread = *self.current();
  self.order_.begin_runner(thread);
  await_change(word, old, mask, place);
  self.order_.end_runner(thread);
  self.order_.follow(word);
}

/// Orders nothing: the thread sees a change by its own accesses.
void BlockRunner::tsan_pause(duet_cpu::Place place, bool polls) noexcept {
  BlockRunner& self = of_this_thread();
  KernelThread& thread = *self.current();
  self.order_.begin_runner(thread);
  pause(place, polls);
  self.order_.end_runner(thread);
}

}  // namespace duet::cpu
