#pragma once

#include <cstddef>
#include <cstdint>

#include "driver/driver.hpp"

namespace duet::pool {

struct Block;
class Heap;

/// A piece of the driver's memory. Its blocks cover it without gaps.
struct Segment {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  Block* first = nullptr;
  Segment* previous = nullptr;  ///< in the heap's list
  Segment* next = nullptr;
  /// The arena's count of frees when all of the segment became free.
  std::uint64_t freed_at = 0;
  std::int64_t idle_since = 0;  ///< seconds of a steady clock; 0: not seen idle

  bool is_free() const noexcept;
};

/// A part of a segment, used or free.
struct Block {
  enum class State : std::uint8_t { unused, free, used, pending };

  std::byte* address = nullptr;
  std::size_t bytes = 0;
  std::size_t asked = 0;  ///< bytes that the user asked for
  Heap* heap = nullptr;
  Segment* segment = nullptr;
  Block* before = nullptr;  ///< neighbours in the segment
  Block* after = nullptr;
  Block* previous = nullptr;  ///< in the list of its state
  Block* next = nullptr;
  const char* label = nullptr;
  vendor::EventHandle
      event{};              ///< pending: after which it is free; null: after a wait for the device
  bool is_awaited = false;  ///< pending, without event: the device is being waited for
  State state = State::unused;
};

inline bool Segment::is_free() const noexcept {
  return first->state == Block::State::free && first->bytes == bytes;
}

}  // namespace duet::pool
