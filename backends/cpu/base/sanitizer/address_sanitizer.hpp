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

/// Null unless the process contains the sanitizer's runtime, linked or preloaded. The search at run
/// time lets a library that was built without the sanitizer serve a program that was built with it.
/// Thread-safety: any thread.
const AddressSanitizer* address_sanitizer() noexcept;

}  // namespace duet::cpu
