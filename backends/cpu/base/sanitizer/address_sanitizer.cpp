#include "address_sanitizer.hpp"

#include <optional>

#include "process_symbol.hpp"

namespace duet::cpu {

namespace {

std::optional<AddressSanitizer> find() noexcept {
  if (process_symbol("__asan_init") == nullptr) return std::nullopt;
  AddressSanitizer functions{};
  const bool found = find_symbol(functions.start_switch, "__sanitizer_start_switch_fiber") &&
                     find_symbol(functions.finish_switch, "__sanitizer_finish_switch_fiber") &&
                     find_symbol(functions.forget_frames, "__asan_handle_no_return") &&
                     find_symbol(functions.poison, "__asan_poison_memory_region") &&
                     find_symbol(functions.unpoison, "__asan_unpoison_memory_region");
  return found ? std::optional(functions) : std::nullopt;
}

}  // namespace

const AddressSanitizer* address_sanitizer() noexcept {
  static const std::optional<AddressSanitizer> functions = find();
  return functions ? &*functions : nullptr;
}

}  // namespace duet::cpu
