#include "fiber_stack.hpp"

#include <sys/mman.h>

#include <new>

#include "stack_registry.hpp"

namespace duet::cpu {

namespace {

constexpr std::size_t cache_line = 64;
// The deepest frames of a waiting thread take some seven cache lines.
constexpr std::size_t color_bytes = 7 * cache_line;

}  // namespace

FiberStack::FiberStack(std::size_t bytes, unsigned color) : bytes_(bytes) {
  memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
  // Both may fail, the second in a process with very many stacks. The stack works without them.
  (void)madvise(memory_, bytes_, MADV_NOHUGEPAGE);
  (void)mprotect(memory_, page, PROT_NONE);
  top_ = static_cast<char*>(memory_) + bytes_ - color * color_bytes % page;
  registered_ = register_stack(bottom(), top_);
}

FiberStack::~FiberStack() {
  unregister_stack(registered_);
  munmap(memory_, bytes_);
}

bool FiberStack::is_guard(const void* address) const noexcept {
  return address >= memory_ && address < bottom();
}

Suspended FiberStack::prepare(Entry entry) noexcept {
  if (SanitizerFiber::is_needed()) {
    const auto bytes = static_cast<const char*>(top_) - static_cast<const char*>(bottom());
    sanitizer_fiber_.prepare(bottom(), static_cast<std::size_t>(bytes));
  }
  return prepare_again(entry);
}

}  // namespace duet::cpu
