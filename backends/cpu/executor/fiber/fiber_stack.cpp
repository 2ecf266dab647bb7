#include "fiber_stack.hpp"

#include <sys/mman.h>

#include <new>

#include "base/log.hpp"
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
  // May fail. The stack works without it.
  (void)madvise(memory_, bytes_, MADV_NOHUGEPAGE);
  // Guards of neighbouring stacks are one mapping, so that two guards take no more than one.
  if (mprotect(memory_, page, PROT_NONE) != 0 || mprotect(end(), page, PROT_NONE) != 0) {
    log_text(LogLevel::warning,
             "stacks of kernel threads have no guard pages, since the system's limit of memory "
             "mappings is reached (vm.max_map_count): a stack overflow damages memory unnoticed; "
             "raise the limit, or launch fewer threads that wait for each other");
  }
  top_ = static_cast<char*>(end()) - color * color_bytes % page;
  registered_ = register_stack(bottom(), top_);
}

FiberStack::~FiberStack() {
  unregister_stack(registered_);
  munmap(memory_, bytes_);
}

bool FiberStack::is_guard(const void* address) const noexcept {
  return address >= memory_ && address < bottom();
}

bool FiberStack::is_upper_guard(const void* address) const noexcept {
  return address >= end() && address < static_cast<char*>(end()) + page;
}

Suspended FiberStack::prepare(Entry entry) noexcept {
  if (SanitizerFiber::is_needed()) {
    const auto bytes = static_cast<const char*>(top_) - static_cast<const char*>(bottom());
    sanitizer_fiber_.prepare(bottom(), static_cast<std::size_t>(bytes));
  }
  return prepare_again(entry);
}

}  // namespace duet::cpu
