// The part of BlockRunner that tells sanitizers who runs, and ThreadSanitizer what is ordered.

#include "block_runner.hpp"

namespace duet::cpu {

const duet_cpu::Sync BlockRunner::watched_sync{
    &BlockRunner::watched_barrier,      &BlockRunner::watched_vote,  &BlockRunner::watched_wave,
    &BlockRunner::watched_await_change, &BlockRunner::watched_pause, &BlockRunner::announce_change};

SanitizerFiber& BlockRunner::flow_of(KernelThread* thread) noexcept {
  return thread != nullptr ? thread->stack->flow() : main_flow_;
}

/// The first thing in a fiber.
void BlockRunner::begin_fiber() noexcept {
  if (watched_) flow_of(current()).begin();
}

/// Makes what kernels' threads use here, so that it does not seem to be theirs.
void BlockRunner::watch_threads(const LoadedCode& code) {
  code.touch(shared_);
  while (fibers_.size() < threads_) (void)add_fiber();
  for (Wave& wave : waves_) wave.watch(order_);
}

/// Each thread on a fiber that no other thread of the block has.
void BlockRunner::begin_watched_block() noexcept {
  idle_.clear();
  for (std::size_t i = fibers_.size(); i-- > 0;) idle_.push_front(fibers_[i]);
  order_.begin_block();
}

duet_cpu::Fiber* BlockRunner::watched_barrier(duet_cpu::Place place) noexcept {
  BlockRunner& self = of_this_thread();
  KernelThread& thread = *self.current();
  void* const token = self.order_.come_to_barrier();
  self.order_.begin_runner(thread);
  (void)barrier(place);
  self.order_.end_runner(thread);
  self.order_.leave_barrier(token);
  return nullptr;
}

duet_cpu::Fiber* BlockRunner::watched_vote(bool predicate, duet_cpu::Place place,
                                           const int** votes) noexcept {
  BlockRunner& self = of_this_thread();
  KernelThread& thread = *self.current();
  void* const token = self.order_.come_to_barrier();
  self.order_.begin_runner(thread);
  (void)vote(predicate, place, votes);
  self.order_.end_runner(thread);
  self.order_.leave_barrier(token);
  return nullptr;
}

duet_cpu::Fiber* BlockRunner::watched_wave(duet_cpu::WaveCall* call) noexcept {
  BlockRunner& self = of_this_thread();
  KernelThread& thread = *self.current();
  self.order_.come_to_wave(thread);
  self.order_.begin_runner(thread);
  (void)wave(call);
  self.order_.end_runner(thread);
  self.order_.leave_wave(thread);
  return nullptr;
}

void BlockRunner::watched_await_change(const unsigned* word, unsigned old,
                                       duet_cpu::Place place) noexcept {
  BlockRunner& self = of_this_thread();
  KernelThread& thread = *self.current();
  self.order_.begin_runner(thread);
  await_change(word, old, place);
  self.order_.end_runner(thread);
  self.order_.follow(word);
}

/// What it waits for, the thread sees by its own accesses.
void BlockRunner::watched_pause() noexcept {
  BlockRunner& self = of_this_thread();
  KernelThread& thread = *self.current();
  self.order_.begin_runner(thread);
  pause();
  self.order_.end_runner(thread);
}

}  // namespace duet::cpu
