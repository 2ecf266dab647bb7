// The part of BlockRunner for blocks and threads that wait for memory to change.

#include <thread>

#include "base/log.hpp"
#include "block_runner.hpp"

namespace duet::cpu {

using Kind = BlockFailure::Kind;

namespace {

constexpr unsigned pauses_between_looks = 1u << 14;
constexpr std::chrono::seconds patience{3};

}  // namespace

void BlockRunner::note_wait(duet_cpu::Place place) noexcept {
  const auto now = std::chrono::steady_clock::now();
  if (pauses_ == pauses_between_looks) first_pause_ = now;
  if (now - first_pause_ < patience || function_->noted.test_and_set(std::memory_order_relaxed))
    return;
  const unsigned index = scheduler_.running->index;
  const duet_cpu::Extent& block = task_.first_block;
  log(LogLevel::warning,
      "kernel '{}': thread ({}, {}, {}) of block ({}, {}, {}) has waited for {} s in the loop at "
      "{}:{}; {} of the block's {} threads have ended. {}",
      function_->name, index % task_.block.x, index / task_.block.x % task_.block.y,
      index / task_.block.x / task_.block.y, block.x, block.y, block.z, patience.count(),
      place.file, place.line, threads_ - alive_, threads_,
      others_ != nullptr ? "The launch is cooperative: another block may be waiting, too"
                         : "Blocks run in order unless the launch is cooperative: none can wait "
                           "for one with a higher number");
}

/// Waits for other blocks when no thread of this one can continue.
void BlockRunner::await_blocks() noexcept {
  switch (others_->await(*block_waits_, failure_.what)) {
    case CooperativeBlocks::Wait::changed: break;
    case CooperativeBlocks::Wait::deadlock: failure_.kind = Kind::blocks; return;
    case CooperativeBlocks::Wait::abandoned: failure_.kind = Kind::abandoned; return;
  }
  for (BlockWait** wait = &block_waits_; *wait != nullptr;) {
    if ((*wait)->is_over()) {
      scheduler_.ready.push(*(*wait)->thread);
      *wait = (*wait)->next;
    } else {
      wait = &(*wait)->next;
    }
  }
}

void BlockRunner::await_change(const unsigned* word, unsigned old, duet_cpu::Place place) noexcept {
  BlockRunner& self = of_this_thread();
  BlockWait wait{word, old, place, self.task_.first_block, self.current(), self.block_waits_};
  if (wait.is_over()) return;
  if (self.guards_ != nullptr) self.check_shared_guards(place);
  if (self.others_ == nullptr) self.fail({.kind = Kind::needs_cooperative, .place = place});
  self.block_waits_ = &wait;
  self.switch_to_next();
}

void BlockRunner::pause(duet_cpu::Place place) noexcept {
  BlockRunner& self = of_this_thread();
  if (++self.pauses_ % pauses_between_looks == 0) self.note_wait(place);
  if (self.scheduler_.ready.empty() && self.started_ == self.threads_) {
    std::this_thread::yield();
    return;
  }
  // Threads that have not begun come first: some that pause in turn would keep them from starting.
  KernelThread* other = self.started_ != self.threads_ ? self.idle_fiber() : self.next();
  self.scheduler_.ready.push(*self.current());
  self.switch_to(other);
}

void BlockRunner::announce_change() noexcept {
  const BlockRunner& self = of_this_thread();
  if (self.others_ != nullptr) self.others_->announce();
}

}  // namespace duet::cpu
