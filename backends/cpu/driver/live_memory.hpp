#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace duet::cpu {

/// The table of allocations, for finding the one that contains an address. Thread-safety: all
/// members.
class LiveMemory {
 public:
  /// Stands for the device of memory that all devices address.
  static constexpr int shared = -1;

  struct Allocation {
    void* begin;
    std::size_t bytes;
    int device;
  };

  static LiveMemory& instance();

  void add(const Allocation& allocation);
  void remove(void* begin) noexcept;
  /// The allocation that contains an address, or nothing.
  std::optional<Allocation> find(const void* address) const noexcept;

 private:
  mutable std::mutex mutex_{};
  std::map<std::uintptr_t, Allocation> allocations_{};  ///< by their end
};

}  // namespace duet::cpu
