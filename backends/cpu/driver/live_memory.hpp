#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace duet::cpu {

/// The table of allocations, for finding the one that contains an address. Thread-safety: all
/// members.
class LiveMemory {
 public:
  static LiveMemory& instance();

  void add(void* begin, std::size_t bytes);
  void remove(void* begin) noexcept;
  /// Finds the allocation that contains an address. @returns false if there is none
  bool find(const void* address, void*& begin, std::size_t& bytes) const noexcept;

 private:
  struct Allocation {
    void* begin;
    std::size_t bytes;
  };
  mutable std::mutex mutex_{};
  std::map<std::uintptr_t, Allocation> allocations_{};  ///< by their end
};

}  // namespace duet::cpu
