#include "fiber.hpp"

#include <sys/mman.h>

#include <new>

namespace duet::cpu {

namespace {

// Address space, of which a thread touches what it needs: kernels may have large local arrays.
constexpr std::size_t stack_bytes = std::size_t{256} << 10;
constexpr std::size_t page = 4096;
constexpr std::size_t cache_line = 64;
// The deepest frames of a waiting thread take some seven lines.
constexpr std::size_t color_bytes = 7 * cache_line;

}  // namespace

FiberStack::FiberStack(unsigned color) {
  memory_ = mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
  // Either may fail, the second where a process has very many stacks; both are an extra.
  (void)madvise(memory_, stack_bytes, MADV_NOHUGEPAGE);
  (void)mprotect(memory_, page, PROT_NONE);
  top_ = static_cast<char*>(memory_) + stack_bytes - color * color_bytes % page;
}

FiberStack::~FiberStack() { munmap(memory_, stack_bytes); }

void* FiberStack::bottom() const noexcept { return static_cast<char*>(memory_) + page; }

Fiber::Fiber(const FiberStack& stack, Entry entry) noexcept
    : suspended_(prepare_stack(stack.top(), stack.bottom(), entry)) {
#ifdef DUET_CPU_ASAN
  bottom_ = stack.bottom();
  bytes_ =
      static_cast<std::size_t>(static_cast<char*>(stack.top()) - static_cast<const char*>(bottom_));
#endif
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

#endif

}  // namespace duet::cpu
