#pragma once

namespace duet::spelling {

/// Shared variables lie around this one, within 2 GiB.
static thread_local char shared_anchor;

/// The lowest 32 bits of an address are enough: dynamic shared memory has at most some MiB, and
/// other shared variables lie beside the anchor.
inline unsigned shared_number(const void* pointer) {
  return unsigned(reinterpret_cast<__UINTPTR_TYPE__>(pointer));
}
inline void* shared_pointer(unsigned number) {
  constexpr unsigned most_dynamic = 1u << 24;
  char* const dynamic = static_cast<char*>(duet_cpu::dynamic_shared());
  const unsigned offset = number - shared_number(dynamic);
  if (dynamic != nullptr && offset < most_dynamic) return dynamic + offset;
  return &shared_anchor + int(number - shared_number(&shared_anchor));
}

}  // namespace duet::spelling
