#pragma once

#include <cstddef>

#include "fiber.hpp"
#include "limits.hpp"

#ifdef DUET_CPU_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace duet::cpu {

/// While it lives, kernels that are compiled with the address sanitizer are told when they use more
/// dynamic shared memory than the launch has.
class SharedLimit {
 public:
  SharedLimit([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) noexcept
#ifdef DUET_CPU_ASAN
      : rest_(static_cast<char*>(memory) + bytes), bytes_(limits::shared_bytes - bytes) {
    __asan_poison_memory_region(rest_, bytes_);
  }
  ~SharedLimit() { __asan_unpoison_memory_region(rest_, bytes_); }
#else
  {
  }
#endif
  SharedLimit(const SharedLimit&) = delete;
  SharedLimit& operator=(const SharedLimit&) = delete;

#ifdef DUET_CPU_ASAN
 private:
  char* rest_;
  std::size_t bytes_;
#endif
};

}  // namespace duet::cpu
