#pragma once

#include <cstddef>

namespace duet::cpu {

/// The functions of AddressSanitizer's runtime that duet calls.
struct AddressSanitizer {
  void (*start_switch)(void** shadow, const void* bottom, std::size_t bytes);
  void (*finish_switch)(void* shadow, const void** bottom, std::size_t* bytes);
  void (*forget_frames)();
  void (*poison)(const volatile void* memory, std::size_t bytes);
  void (*unpoison)(const volatile void* memory, std::size_t bytes);
};

/// Null unless the runtime is in the process, linked or preloaded. Found at run time, so that it
/// serves programs that were built without it.
const AddressSanitizer* address_sanitizer() noexcept;

}  // namespace duet::cpu
