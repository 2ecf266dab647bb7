#pragma once

#include <cstddef>
#include <optional>

namespace duet::cpu {

/// Pieces of memory for devices. A guarded piece lies between pages that nothing can access, as
/// near to the one behind it as its alignment allows; the bytes between it and the pages, which
/// belong to nothing, have a pattern. Thread-safety: any thread.
struct DeviceBlock {
  void* begin = nullptr;  ///< null if there is no memory
  bool is_guarded = false;

  /// @param guarded  whether to try. The block is not guarded with AddressSanitizer, which has
  ///                 guards of its own, nor when the system has no mappings left
  static DeviceBlock allocate(std::size_t bytes, bool guarded) noexcept;
  /// Frees the block. @param bytes  as allocated
  void free(std::size_t bytes) const noexcept;

  /// For a guarded block: the first changed byte behind its end or, if there is none, before its
  /// beginning, counted from the beginning. Restores the pattern.
  std::optional<std::ptrdiff_t> take_damage(std::size_t bytes) const noexcept;
};

}  // namespace duet::cpu
