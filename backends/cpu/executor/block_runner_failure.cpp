// The part of BlockRunner that abandons failing blocks.

#include <cstdlib>
#include <cstring>
#include <numeric>

#include "block_runner.hpp"

namespace duet::cpu {

using Kind = BlockFailure::Kind;

namespace {

/// Whether a failure concerns all threads of the block.
bool is_common(Kind kind) {
  return kind == Kind::divergence || kind == Kind::lockstep || kind == Kind::scattered ||
         kind == Kind::missing_threads || kind == Kind::memory || kind == Kind::blocks ||
         kind == Kind::abandoned;
}

duet_cpu::Place place_of(const KernelThread& thread) { return {thread.file, thread.line}; }

}  // namespace

/// Destroys nothing on the kernel's stack.
void BlockRunner::fail(BlockFailure failure) noexcept {
  failure_ = std::move(failure);
  failed_ = current();
  if (order_.is_active()) order_.end_thread();
  switch_to(nullptr);
  __builtin_unreachable();
}

void BlockRunner::fail_as(Kind kind) noexcept { fail({.kind = kind}); }

/// A copy that outlives the exception. Null if memory is lacking.
const char* BlockRunner::keep_text(const char* text) noexcept { return strdup(text); }

void BlockRunner::fail_by_exception(const char* what) noexcept {
  BlockFailure failure{.kind = Kind::exception};
  if (what != nullptr) failure.what = what;
  std::free(const_cast<char*>(what));
  fail(std::move(failure));
}

Kind BlockRunner::kind_of_fault(const void* address) const noexcept {
  if (shared_.is_guard(address)) return Kind::shared;
  if (current() == nullptr) return Kind::signal;
  if (current()->stack->is_guard(address)) return Kind::stack;
  return current()->stack->is_upper_guard(address) ? Kind::stack_end : Kind::signal;
}

/// @param block, thread  the failing thread's indices, which the runner may not know
void BlockRunner::fail_in_thread(BlockFailure failure, duet_cpu::Extent block,
                                 duet_cpu::Extent thread) noexcept {
  present_[0] = block;
  present_[1] = thread;
  fail(std::move(failure));
}

void BlockRunner::trap(duet_cpu::Place place, duet_cpu::Extent block,
                       duet_cpu::Extent thread) noexcept {
  of_this_thread().fail_in_thread({.kind = Kind::trap, .place = place}, block, thread);
}

void BlockRunner::assertion(const char* text, duet_cpu::Place place, duet_cpu::Extent block,
                            duet_cpu::Extent thread) noexcept {
  of_this_thread().fail_in_thread({.kind = Kind::assertion, .place = place, .text = text}, block,
                                  thread);
}

void BlockRunner::check_shared_guards(duet_cpu::Place place) noexcept {
  const auto damage = guards_->find_damage();
  if (!damage) return;
  fail({.kind = Kind::shared_array,
        .place = place,
        .text = damage->array->name.c_str(),
        .shared_bytes = damage->array->bytes,
        .shared_offset = damage->offset});
}

/// In strict mode, before the present thread waits at the barrier.
void BlockRunner::check_barrier() noexcept {
  const auto* first = static_cast<const KernelThread*>(scheduler_.at_barrier.first);
  const bool scattered = first != nullptr && !same_place(place_of(*first), place_of(*current()));
  const bool missing = scheduler_.missing == 1 && alive_ != threads_;
  if (!scattered && !missing) return;
  scheduler_.at_barrier.push(*current());
  fail_as(scattered ? Kind::scattered : Kind::missing_threads);
}

FailedBlock BlockRunner::failed_block() const {
  FailedBlock block{.shape = task_.block};
  if (!waits_) {
    const duet_cpu::Extent& thread = present_[1];
    block.index = present_[0];
    block.threads = {thread.x + task_.block.x * (thread.y + task_.block.y * thread.z)};
    if (failure_.kind != Kind::trap && failure_.kind != Kind::assertion) {
      // The kernel stores only where the present row of threads begins.
      block.threads.resize(task_.block.x);
      std::iota(block.threads.begin(), block.threads.end(), block.threads.front());
    }
    return block;
  }
  block.index = task_.first_block;
  block.lockstep = runs_in_lockstep();
  block.exited = threads_ - alive_;
  if (!is_common(failure_.kind)) block.threads = {failed_->index};
  for (auto* node = scheduler_.at_barrier.first; node != nullptr; node = node->next) {
    const auto& thread = static_cast<const KernelThread&>(*node);
    block.waiting.push_back({thread.index, place_of(thread), nullptr});
  }
  for (auto* node = paused_.first; node != nullptr; node = node->next)
    block.waiting.push_back({node->index, {node->file, node->line}, nullptr, true});
  for (std::size_t i = 0; i * wave_size_ < threads_; ++i) waves_[i].list(block.waiting);
  return block;
}

/// Discards all threads of the block. Their fibers begin anew with the next block.
void BlockRunner::forget_block() noexcept {
  if (loop_) loop_->suspended = loop_->stack->prepare(&loop_main);
  idle_.clear();
  for (KernelThread& thread : fibers_) {
    thread.suspended = thread.stack->prepare(fiber_entry());
    idle_.push_front(thread);
  }
  scheduler_.ready.clear();
  paused_.clear();
  block_waits_ = nullptr;
  scheduler_.at_barrier.clear();
  votes_ = 0;
  // Assigning would keep its memory, and the next failure would leak it.
  std::string().swap(failure_.what);
  failure_ = {};
  failed_ = nullptr;
}

Outcome BlockRunner::abandon() {
  struct Forget {
    BlockRunner& runner;
    ~Forget() { runner.forget_block(); }
  };
  const Forget forget{*this};
  order_.abandon(fibers_);
  if (failure_.kind == Kind::abandoned)
    return Status::launch_failed;  // the failed block has the text
  return {failure_.kind == Kind::memory ? Status::out_of_memory : Status::launch_failed,
          describe(failure_, failed_block())};
}

}  // namespace duet::cpu
