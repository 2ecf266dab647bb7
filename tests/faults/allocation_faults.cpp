#include "allocation_faults.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "support/sanitized.hpp"

namespace duet::test {

namespace {

constinit std::atomic<std::int64_t> left{0};  ///< allocations until the one that fails
constinit std::atomic<bool> is_active{false};
constinit std::atomic<bool> has_failed{false};

}  // namespace

void fail_allocation(std::uint64_t number) noexcept {
  left = static_cast<std::int64_t>(number);
  has_failed = false;
  is_active = true;
}

bool stop_failing_allocations() noexcept {
  is_active = false;
  return has_failed;
}

#ifdef DUET_SANITIZED

bool allocations_can_fail() noexcept { return false; }

}  // namespace duet::test

#else

bool allocations_can_fail() noexcept { return true; }

namespace {

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  if (is_active.load(std::memory_order_relaxed) && left.fetch_sub(1) == 1) {
    has_failed = true;
    return nullptr;
  }
  if (alignment <= alignof(std::max_align_t)) return std::malloc(bytes == 0 ? 1 : bytes);
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const memory = allocate(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

}  // namespace duet::test

// NOLINTBEGIN: the replaceable functions of the standard

using duet::test::allocate;
using duet::test::allocate_or_throw;

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, 1); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, 1); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes, 1);
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment,
                     const std::nothrow_t&) noexcept {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

// NOLINTEND

#endif
