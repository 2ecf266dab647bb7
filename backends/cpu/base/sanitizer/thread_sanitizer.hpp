#pragma once

#include <cstddef>

namespace duet::cpu {

/// The functions of ThreadSanitizer's runtime that duet calls. In its terms a fiber is a sequence
/// of accesses, ordered with other fibers only by acquire and release.
struct ThreadSanitizer {
  void* (*current)();
  void* (*create)(unsigned flags);
  void (*destroy)(void* fiber);
  void (*switch_to)(void* fiber, unsigned flags);
  void (*set_name)(void* fiber, const char* name);
  void (*acquire)(void* token);  ///< orders what follows after every release of the token
  void (*release)(void* token);
  // Between them the sanitizer ignores the fiber's accesses. File and line are the caller's.
  void (*begin_ignoring)(const char* file, int line);
  void (*end_ignoring)(const char* file, int line);
  void (*note_read)(void* memory, std::size_t bytes);
  void (*note_write)(void* memory, std::size_t bytes);

  /// A flag of `switch_to`: the switch orders nothing.
  static constexpr unsigned unordered = 1;
};

/// Null unless the process contains the sanitizer's runtime, linked or preloaded. The search at run
/// time lets a library that was built without the sanitizer serve a program that was built with it.
/// Thread-safety: any thread.
const ThreadSanitizer* thread_sanitizer() noexcept;

}  // namespace duet::cpu
