#include "fiber.hpp"

#include <sys/mman.h>

#include <new>

#ifdef DUET_CPU_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace duet::cpu {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t cache_line = 64;
// The deepest frames of a waiting thread take some seven lines.
constexpr std::size_t color_bytes = 7 * cache_line;

}  // namespace

FiberStack::FiberStack(std::size_t bytes, unsigned color) : bytes_(bytes) {
  memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
  // Either may fail, the second where a process has very many stacks; both are an extra.
  (void)madvise(memory_, bytes_, MADV_NOHUGEPAGE);
  (void)mprotect(memory_, page, PROT_NONE);
  top_ = static_cast<char*>(memory_) + bytes_ - color * color_bytes % page;
}

FiberStack::~FiberStack() { munmap(memory_, bytes_); }

bool FiberStack::is_guard(const void* address) const noexcept {
  return address >= memory_ && address < bottom();
}

void* FiberStack::bottom() const noexcept { return static_cast<char*>(memory_) + page; }

void Fiber::prepare(const FiberStack& stack, Entry entry) noexcept {
#ifdef DUET_CPU_ASAN
  bottom_ = stack.bottom();
  bytes_ =
      static_cast<std::size_t>(static_cast<char*>(stack.top()) - static_cast<const char*>(bottom_));
  __asan_unpoison_memory_region(bottom_, bytes_);
#endif
  suspended_ = prepare_stack(stack.top(), stack.bottom(), entry);
}

#ifdef DUET_CPU_ASAN

namespace {

/// Who is being left. Its bounds are unknown at first if it is an OS thread's own stack.
thread_local Fiber* leaving = nullptr;

}  // namespace

void Fiber::begin_switch(Fiber& next) noexcept {
  leaving = this;
  __sanitizer_start_switch_fiber(&shadow_, next.bottom_, next.bytes_);
}

void Fiber::end_switch() noexcept {
  __sanitizer_finish_switch_fiber(shadow_, &leaving->bottom_, &leaving->bytes_);
}

/// The sanitizer keeps copies of frames elsewhere, which those of a flow that was given up never
/// left.
void Fiber::forget_frames() noexcept { __asan_handle_no_return(); }

#endif

}  // namespace duet::cpu
