#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>

#include <duet/device.hpp>

#include "driver/driver.hpp"

namespace duet::detail {

/// What an address points to; for memory that duet has mapped all that is mapped without gaps. The
/// device is current.
vendor::PointerInfo memory_at(const void* address) noexcept;

/// For the strict mode: checks that a device can access memory.
/// @param bytes  0: any number
/// @param what   begins the message: "copy: the source"
/// @throws Error (invalid_argument) that names the address, what it points to, and what to do
void require_memory(const Device& device, const void* address, std::size_t bytes,
                    std::string_view what);

extern std::atomic<bool> is_strict;  ///< what `strict_mode()` returns
void remember_allocated(const void* address) noexcept;
void remember_freed(const void* address, std::size_t bytes) noexcept;

// In the strict mode, the memory that was freed last is remembered for messages. No-op otherwise.
inline void note_allocated(const void* address) noexcept {
  if (is_strict.load(std::memory_order_relaxed)) [[unlikely]] {
    remember_allocated(address);
  }
}
inline void note_freed(const void* address, std::size_t bytes) noexcept {
  if (is_strict.load(std::memory_order_relaxed)) [[unlikely]] {
    remember_freed(address, bytes);
  }
}

}  // namespace duet::detail
