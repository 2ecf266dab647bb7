#include "shared_memory.hpp"

#include <sys/mman.h>

#include <new>

#include "cpu/base/limits.hpp"
#include "cpu/base/sanitizer/address_sanitizer.hpp"

namespace duet::cpu {

namespace {

constexpr std::size_t guard = 64 << 10;  // also catches indices that are some thousands too large
constexpr std::size_t total = guard + limits::shared_bytes + guard;

}  // namespace

SharedMemory::SharedMemory() {
  void* const memory =
      mmap(nullptr, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<char*>(memory);
  if (mprotect(memory_ + guard, limits::shared_bytes, PROT_READ | PROT_WRITE) != 0) {
    munmap(memory_, total);
    throw std::bad_alloc();
  }
}

SharedMemory::~SharedMemory() { munmap(memory_, total); }

void* SharedMemory::of_launch(std::size_t bytes) const noexcept {
  if (address_sanitizer() != nullptr) return memory_ + guard;  // which SharedLimit tells the end
  const std::size_t room = (bytes + memory_alignment - 1) / memory_alignment * memory_alignment;
  return memory_ + guard + limits::shared_bytes - room;
}

bool SharedMemory::is_guard(const void* address) const noexcept {
  const char* const at = static_cast<const char*>(address);
  return at >= memory_ && at < memory_ + total &&
         (at < memory_ + guard || at >= memory_ + guard + limits::shared_bytes);
}

}  // namespace duet::cpu
