#pragma once

#include <map>
#include <shared_mutex>
#include <string>

#include "base/words.hpp"

namespace amd_emulator {

/// A range of addresses that kernels may use. Addresses are those of this process.
struct Range {
  u64 begin = 0;
  u64 bytes = 0;
  bool contains(u64 address, u64 size) const {
    return address - begin <= bytes && size <= bytes - (address - begin);
  }
};

/// The global memory of a device: the allocations of this process that were made known.
/// Thread-safety: all members can be called from any thread.
class Memory {
 public:
  /// Finds an allocation that another table owns; empty without one.
  using Source = Range (*)(u64 address);

  /// @param more  asked for addresses that were not made known here; may be null
  explicit Memory(Source more = nullptr) : more_(more) {}

  void add(const void* begin, u64 bytes, std::string name);
  void remove(const void* begin);

  /// Returns the range that contains these bytes; empty without one.
  Range find(u64 address, u64 bytes) const;

  /// Describes an address for a message: the closest range below it.
  std::string describe(u64 address) const;

 private:
  struct Entry {
    u64 bytes;
    std::string name;
  };
  const Source more_;
  mutable std::shared_mutex mutex_{};
  std::map<u64, Entry> ranges_{};
};

/// Makes a range known for its lifetime.
class KnownRange {
 public:
  KnownRange(Memory& memory, const void* begin, u64 bytes, std::string name)
      : memory_(&memory), begin_(begin) {
    memory.add(begin, bytes, std::move(name));
  }
  ~KnownRange() { memory_->remove(begin_); }
  KnownRange(const KnownRange&) = delete;
  KnownRange& operator=(const KnownRange&) = delete;

 private:
  Memory* memory_;
  const void* begin_;
};

// Flat addresses of LDS and scratch: the upper 32 bits. They lie above all addresses of a process.
inline constexpr u32 shared_aperture = 0x00010000;
inline constexpr u32 private_aperture = 0x00020000;
/// Upper bits of the base of a buffer descriptor that stands for scratch.
inline constexpr u32 scratch_buffer_mark = 0x0000fade;

}  // namespace amd_emulator
