#include "thread_sanitizer.hpp"

#include <optional>

#include "process_symbol.hpp"

namespace duet::cpu {

namespace {

std::optional<ThreadSanitizer> find_functions() noexcept {
  ThreadSanitizer functions{};
  const bool found = find_symbol(functions.current, "__tsan_get_current_fiber") &&
                     find_symbol(functions.create, "__tsan_create_fiber") &&
                     find_symbol(functions.destroy, "__tsan_destroy_fiber") &&
                     find_symbol(functions.switch_to, "__tsan_switch_to_fiber") &&
                     find_symbol(functions.set_name, "__tsan_set_fiber_name") &&
                     find_symbol(functions.acquire, "__tsan_acquire") &&
                     find_symbol(functions.release, "__tsan_release") &&
                     find_symbol(functions.begin_ignoring, "AnnotateIgnoreReadsBegin") &&
                     find_symbol(functions.end_ignoring, "AnnotateIgnoreReadsEnd") &&
                     find_symbol(functions.note_read, "__tsan_read_range") &&
                     find_symbol(functions.note_write, "__tsan_write_range");
  return found ? std::optional(functions) : std::nullopt;
}

}  // namespace

const ThreadSanitizer* thread_sanitizer() noexcept {
  static const std::optional<ThreadSanitizer> functions = find_functions();
  return functions ? &*functions : nullptr;
}

}  // namespace duet::cpu
