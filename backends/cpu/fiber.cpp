#include "fiber.hpp"

#include <sys/mman.h>

#include <new>

namespace duet::cpu {

namespace {

// Address space, of which a thread touches what it needs: kernels may have large local arrays.
constexpr std::size_t stack_bytes = std::size_t{256} << 10;
constexpr std::size_t page = 4096;
constexpr std::size_t line = 64;
// The deepest frames of a waiting thread take some seven lines.
constexpr std::size_t color_bytes = 7 * line;

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

std::size_t FiberStack::usable_bytes() const noexcept {
  return static_cast<std::size_t>(static_cast<char*>(top_) - static_cast<char*>(memory_)) - page;
}

Fiber::Fiber(const FiberStack& stack, Entry entry, void* argument) noexcept
    : context_(boost::context::detail::make_fcontext(stack.top(), stack.usable_bytes(), &start)),
      entry_(entry),
      argument_(argument) {
#ifdef DUET_CPU_ASAN
  bottom_ = static_cast<char*>(stack.top()) - stack.usable_bytes();
  bytes_ = stack.usable_bytes();
#endif
}

void Fiber::start(boost::context::detail::transfer_t from) {
  Fiber& self = *static_cast<Fiber*>(from.data)->next_;
  self.end_switch(from);
  self.entry_(self.argument_);
}

}  // namespace duet::cpu
