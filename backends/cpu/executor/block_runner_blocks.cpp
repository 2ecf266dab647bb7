// The part of BlockRunner for blocks and threads that wait for memory to change.

#include <thread>
#include <utility>

#include "base/log.hpp"
#include "block_runner.hpp"

namespace duet::cpu {

using Kind = BlockFailure::Kind;

namespace {

constexpr unsigned rounds_between_looks = 1u << 12;
constexpr std::chrono::seconds patience{3};

unsigned length(const duet_cpu::FiberQueue& queue) {
  unsigned count = 0;
  for (const duet_cpu::Fiber* node = queue.first; node != nullptr; node = node->next) ++count;
  return count;
}

}  // namespace

void BlockRunner::begin_round() noexcept {
  // Each of them has paused once, or another thread has done something, too.
  if (const unsigned count = length(paused_); std::exchange(pauses_, 0) != count) rounds_ = 0;
  if (++rounds_ % rounds_between_looks == 0) note_wait();
  if (failure_.kind != Kind::none) return;
  std::this_thread::yield();
  scheduler_.ready.take(paused_);
}

void BlockRunner::note_wait() noexcept {
  const auto now = std::chrono::steady_clock::now();
  if (rounds_ == rounds_between_looks) first_round_ = now;
  if (now - first_round_ < patience) return;
  if (break_lockstep()) return;
  if (function_->noted.test_and_set(std::memory_order_relaxed)) return;
  const duet_cpu::Fiber& thread = *paused_.first;
  const duet_cpu::Extent& block = task_.first_block;
  log(LogLevel::warning,
      "kernel '{}': thread ({}, {}, {}) of block ({}, {}, {}) has waited for {} s in the loop at "
      "{}:{}; {} of the block's {} threads have ended. {}",
      function_->name, thread.index % task_.block.x, thread.index / task_.block.x % task_.block.y,
      thread.index / task_.block.x / task_.block.y, block.x, block.y, block.z, patience.count(),
      thread.file, thread.line, threads_ - alive_, threads_,
      others_ != nullptr ? "The launch is cooperative: another block may be waiting, too"
                         : "Blocks run in order unless the launch is cooperative: none can wait "
                           "for one with a higher number");
}

/// Lets lanes continue that are held behind others, to see whether those wait for them.
/// @returns whether there are such lanes
bool BlockRunner::break_lockstep() noexcept {
  for (auto* node = paused_.first; node != nullptr; node = node->next) {
    const auto& thread = static_cast<const KernelThread&>(*node);
    if (!thread.polls || !thread.wave->holds()) continue;
    suspect_ = thread.wave;
    suspect_polls_ = polling_lanes(*suspect_);
    rounds_of_suspicion_ = 0;
    failure_.kind = Kind::lockstep;
    suspicion_ = describe(failure_, failed_block());
    failure_.kind = Kind::none;
    constexpr int most_groups = 8;
    for (int i = 0; i < most_groups; ++i) thread.wave->release_arrived(scheduler_.ready);
    return true;
  }
  return false;
}

unsigned BlockRunner::polling_lanes(const Wave& wave) const noexcept {
  unsigned count = 0;
  for (auto* node = paused_.first; node != nullptr; node = node->next) {
    const auto& thread = static_cast<const KernelThread&>(*node);
    if (thread.polls && thread.wave == &wave) ++count;
  }
  return count;
}

/// Fails if a lane of the suspect has left its loop.
void BlockRunner::check_suspect() noexcept {
  constexpr unsigned most_rounds = 16;
  const bool has_left = polling_lanes(*suspect_) < suspect_polls_;
  if (has_left) {
    failure_.kind = Kind::lockstep;
    failure_.what = std::move(suspicion_);
  }
  if (has_left || ++rounds_of_suspicion_ == most_rounds) suspect_ = nullptr;
}

/// Waits for other blocks when no thread of this one can continue.
void BlockRunner::await_blocks() noexcept {
  switch (others_->await(*block_waits_, failure_.what)) {
    case CooperativeBlocks::Wait::changed: break;
    case CooperativeBlocks::Wait::deadlock: failure_.kind = Kind::blocks; return;
    case CooperativeBlocks::Wait::abandoned: failure_.kind = Kind::abandoned; return;
  }
  resume_after_blocks();
}

/// Makes the threads ready whose wait for another block is over.
void BlockRunner::resume_after_blocks() noexcept {
  for (BlockWait** wait = &block_waits_; *wait != nullptr;) {
    if ((*wait)->is_over()) {
      scheduler_.ready.push(*(*wait)->thread);
      *wait = (*wait)->next;
    } else {
      wait = &(*wait)->next;
    }
  }
}

void BlockRunner::await_change(const unsigned* word, unsigned old, unsigned mask,
                               duet_cpu::Place place) noexcept {
  BlockRunner& self = of_this_thread();
  BlockWait wait{word, old, mask, place, self.task_.first_block, self.current(), self.block_waits_};
  if (wait.is_over()) return;
  if (self.guards_ != nullptr) self.check_shared_guards(place);
  if (self.others_ == nullptr) self.fail({.kind = Kind::needs_cooperative, .place = place});
  self.block_waits_ = &wait;
  self.switch_to_next();
}

void BlockRunner::pause(duet_cpu::Place place, bool polls) noexcept {
  BlockRunner& self = of_this_thread();
  KernelThread& thread = *self.current();
  thread.file = place.file;
  thread.line = place.line;
  thread.polls = thread.polls || polls;
  ++self.pauses_;
  self.paused_.push(thread);
  self.switch_to_next();
}

void BlockRunner::announce_change() noexcept {
  const BlockRunner& self = of_this_thread();
  if (self.others_ != nullptr) self.others_->announce();
}

}  // namespace duet::cpu
