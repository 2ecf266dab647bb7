#pragma once

#include <cstddef>
#include <cstdint>

#include <memory>

#include "driver/memory/address_range.hpp"

namespace duet::pool {

struct Block;
class Heap;

/// A piece of the driver's memory, or addresses to parts of which memory is mapped. Its blocks
/// cover it without gaps.
struct Segment {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  std::unique_ptr<detail::AddressRange> range{};  ///< null: one piece of memory
  Block* first = nullptr;
  Segment* previous = nullptr;  ///< in the heap's list
  Segment* next = nullptr;
  std::size_t blocks_in_use = 0;  ///< used, kept or pending
  std::uint64_t freed_at = 0;     ///< the arena's count of frees at the last one

  bool is_free() const noexcept { return blocks_in_use == 0; }
  /// The bytes of the driver's memory.
  std::size_t memory_bytes() const noexcept {
    return range == nullptr ? bytes : range->mapped_bytes();
  }
};

/// A part of a segment. What allocating and freeing need is in the first line of the cache.
struct alignas(64) Block {
  enum class State : std::uint8_t {
    unused,
    free,
    used,
    kept,  ///< freed, and not yet joined with its neighbours
    pending,
    absent  ///< addresses without memory
  };

  std::byte* address = nullptr;
  std::size_t bytes = 0;
  std::size_t asked = 0;  ///< bytes that the user asked for
  const char* label = nullptr;
  Heap* heap = nullptr;
  Block* after = nullptr;  ///< neighbour in the segment
  /// Free or kept: the arena's count of frees when its last part was freed.
  std::uint64_t freed_at = 0;
  State state = State::unused;
  bool is_awaited = false;       ///< pending, without event: the device is being waited for
  std::uint32_t idle_since = 0;  ///< free: seconds of a steady clock; 0: not seen idle
  Block* before = nullptr;       ///< neighbour in the segment
  Segment* segment = nullptr;
  Block* previous = nullptr;  ///< in the list of its state
  Block* next = nullptr;
  /// Pending: after which it is free; null: after a wait for the device.
  vendor::EventHandle event{};
};

}  // namespace duet::pool
