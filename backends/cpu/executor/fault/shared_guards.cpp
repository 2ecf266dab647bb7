#include "shared_guards.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstring>

extern "C" void* __tls_get_addr(std::size_t* module_and_offset);  // NOLINT: of the loader

namespace duet::cpu {

namespace {

constexpr int pattern = 0xa5;

/// Whether all bytes of a guard have the pattern.
bool is_intact(const std::byte* guard) noexcept {
  return *guard == std::byte{pattern} && std::memcmp(guard, guard + 1, shared_guard_bytes - 1) == 0;
}

}  // namespace

SharedGuards::SharedGuards(std::span<const std::byte> image, void* handle) {
  if (dlinfo(handle, RTLD_DI_TLS_MODID, &module_) != 0 || module_ == 0) return;
  arrays_ = describe_shared_arrays(image);
}

std::byte* SharedGuards::memory_of(const SharedArray& array) const noexcept {
  std::size_t place[] = {module_, array.offset};
  return static_cast<std::byte*>(__tls_get_addr(place));
}

void SharedGuards::fill() const noexcept {
  for (const SharedArray& array : arrays_) {
    std::byte* const memory = memory_of(array);
    std::memset(memory - shared_guard_bytes, pattern, shared_guard_bytes);
    std::memset(memory + array.bytes, pattern, shared_guard_bytes);
  }
}

std::optional<SharedGuards::Damage> SharedGuards::find_damage() const noexcept {
  for (const SharedArray& array : arrays_) {
    const std::byte* const memory = memory_of(array);
    const auto bytes = static_cast<std::ptrdiff_t>(array.bytes);
    const auto guard = static_cast<std::ptrdiff_t>(shared_guard_bytes);
    if (is_intact(memory - guard) && is_intact(memory + bytes)) continue;
    for (std::ptrdiff_t i = 0; i < guard; ++i) {
      if (memory[bytes + i] != std::byte{pattern}) return Damage{&array, bytes + i};
      if (memory[-1 - i] == std::byte{pattern}) continue;
      while (i + 1 < guard && memory[-2 - i] != std::byte{pattern}) ++i;  // the value's first byte
      return Damage{&array, -1 - i};
    }
  }
  return {};
}

}  // namespace duet::cpu
