#pragma once

#include <cstddef>

namespace duet::cpu {

/// The functions of ThreadSanitizer's runtime that duet calls. It calls fibers what has an order of
/// its own.
struct ThreadSanitizer {
  void* (*current)();
  void* (*create)(unsigned flags);
  void (*destroy)(void* fiber);
  void (*switch_to)(void* fiber, unsigned flags);
  void (*set_name)(void* fiber, const char* name);
  void (*acquire)(void* token);  ///< what was before a release of the token is before what follows
  void (*release)(void* token);
  // The fiber's accesses in between do not count. File and line tell where this is called.
  void (*begin_ignoring)(const char* file, int line);
  void (*end_ignoring)(const char* file, int line);
  void (*note_read)(void* memory, std::size_t bytes);
  void (*note_write)(void* memory, std::size_t bytes);

  /// For `switch_to`: what one fiber did is not before what the other does.
  static constexpr unsigned unordered = 1;
};

/// Null unless the runtime is in the process, linked or preloaded. Found at run time, so that it
/// serves programs that were built without it.
const ThreadSanitizer* thread_sanitizer() noexcept;

}  // namespace duet::cpu
