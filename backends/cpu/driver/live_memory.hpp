#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "cpu/base/shared_pages.hpp"

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
    bool is_registered = false;  ///< the program's own memory
    bool is_guarded = false;     ///< as DeviceBlock
  };

  static LiveMemory& instance();

  void add(const Allocation& allocation);
  /// What `remove` found.
  struct Removed {
    std::optional<Allocation> allocation;  ///< none if there is no allocation of `begin`
    bool is_shared;                        ///< other processes map it: its pages are gone
  };
  /// Removes the allocation that begins there, unless it is the program's own memory.
  Removed remove(void* begin) noexcept;
  /// Adds memory that the program allocated. @returns false if a part is in the table already
  bool add_registered(const Allocation& allocation);
  /// @returns whether such memory began there
  bool remove_registered(void* begin) noexcept;
  /// Adds memory that other processes map, too; `remove` gives its pages back.
  void add(const Allocation& allocation, std::shared_ptr<SharedPages> pages);
  /// The pages of such memory, or null.
  std::shared_ptr<SharedPages> pages_at(void* begin) const noexcept;
  /// The allocation that contains an address, or nothing.
  std::optional<Allocation> find(const void* address) const noexcept;

 private:
  mutable std::mutex mutex_{};
  std::map<std::uintptr_t, Allocation> allocations_{};  ///< by their end
  std::map<void*, std::shared_ptr<SharedPages>> pages_{};
};

}  // namespace duet::cpu
