#pragma once

#include <cstddef>

#include "cpu/base/limits.hpp"
#include "cpu/base/sanitizer/address_sanitizer.hpp"

namespace duet::cpu {

/// Makes AddressSanitizer report kernels that use more dynamic shared memory than the launch has,
/// during this object's life.
class SharedLimit {
 public:
  SharedLimit(void* memory, std::size_t bytes) noexcept
      : rest_(static_cast<char*>(memory) + bytes), bytes_(limits::shared_bytes - bytes) {
    if (sanitizer_ != nullptr) sanitizer_->poison(rest_, bytes_);
  }
  SharedLimit(const SharedLimit&) = delete;
  SharedLimit& operator=(const SharedLimit&) = delete;
  ~SharedLimit() {
    if (sanitizer_ != nullptr) sanitizer_->unpoison(rest_, bytes_);
  }

 private:
  const AddressSanitizer* sanitizer_ = address_sanitizer();
  char* rest_;
  std::size_t bytes_;
};

}  // namespace duet::cpu
