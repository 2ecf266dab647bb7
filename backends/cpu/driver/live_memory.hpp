#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace duet::cpu {

/// The memory that is allocated, to tell which part of it an address lies in. Thread-safety: all
/// members.
class LiveMemory {
 public:
  static LiveMemory& instance();

  void add(void* begin, std::size_t bytes);
  void remove(void* begin) noexcept;
  /// @returns false if the address lies in none
  bool find(const void* address, void*& begin, std::size_t& bytes) const noexcept;

 private:
  struct Allocation {
    void* begin;
    std::size_t bytes;
  };
  mutable std::mutex mutex_{};
  std::map<std::uintptr_t, Allocation> allocations_{};  // by their end
};

}  // namespace duet::cpu
