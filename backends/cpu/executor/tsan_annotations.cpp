#include "tsan_annotations.hpp"

#include <cstdint>
#include <cstdio>

#include "unordered_blocks.hpp"

namespace duet::cpu {

namespace {

/// Calls an action as another fiber.
template <typename Action>
void inside(const ThreadSanitizer& sanitizer, void* fiber, Action action) {
  void* const own = sanitizer.current();
  sanitizer.switch_to(fiber, ThreadSanitizer::unordered);
  action();
  sanitizer.switch_to(own, ThreadSanitizer::unordered);
}

}  // namespace

TsanAnnotations::TsanAnnotations() {
  if (sanitizer_ == nullptr) return;
  between_ = sanitizer_->create(0);
  sanitizer_->set_name(between_, "duet's order of blocks");
}

TsanAnnotations::~TsanAnnotations() {
  if (between_ != nullptr) sanitizer_->destroy(between_);
}

void TsanAnnotations::begin_launch(LaunchOrder& launch) noexcept {
  if (sanitizer_ == nullptr) return;
  inside(*sanitizer_, between_, [&] { sanitizer_->acquire(&launch.before_); });
}

void TsanAnnotations::end_launch(LaunchOrder& launch) noexcept {
  if (sanitizer_ == nullptr) return;
  inside(*sanitizer_, between_, [&] {
    sanitizer_->acquire(&end_);
    sanitizer_->release(&launch.after_);
  });
}

void TsanAnnotations::begin_block() noexcept {
  sanitizer_->release(&begin_);
  inside(*sanitizer_, between_, [&] {
    sanitizer_->acquire(&end_);
    sanitizer_->release(&begin_);
  });
}

void TsanAnnotations::begin_thread(KernelThread& thread, const duet_cpu::Task& task) noexcept {
  const duet_cpu::Extent &block = task.first_block, &index = task.first_thread;
  char name[96];
  const int length =
      std::snprintf(name, sizeof(name), "kernel thread (%u,%u,%u)", index.x, index.y, index.z);
  // In a larger grid the fiber runs other blocks later, and reports show the latest name.
  if (std::uint64_t{task.grid.x} * task.grid.y * task.grid.z <= least_runners) {
    std::snprintf(name + length, sizeof(name) - static_cast<std::size_t>(length),
                  " of block (%u,%u,%u)", block.x, block.y, block.z);
  }
  thread.stack->sanitizer_fiber().set_name(name);
  sanitizer_->acquire(&begin_);
}

void TsanAnnotations::end_thread() noexcept {
  sanitizer_->release(&end_);
  sanitizer_->release(&barriers_[phase_]);  // an exited thread counts as arrived
}

void* TsanAnnotations::arrive_at_barrier() noexcept {
  void* const barrier = &barriers_[phase_];
  sanitizer_->release(barrier);
  return barrier;
}

/// A fiber ordered after everything before the block.
void* TsanAnnotations::new_fiber() noexcept {
  void* fiber = nullptr;
  inside(*sanitizer_, between_, [&] { fiber = sanitizer_->create(0); });
  return fiber;
}

void TsanAnnotations::abandon(std::deque<KernelThread>& threads) noexcept {
  if (sanitizer_ == nullptr) return;
  sanitizer_->acquire(&end_);
  for (char& barrier : barriers_) sanitizer_->acquire(&barrier);
  for (KernelThread& thread : threads) sanitizer_->acquire(&thread);
  sanitizer_->release(&end_);
}

}  // namespace duet::cpu
