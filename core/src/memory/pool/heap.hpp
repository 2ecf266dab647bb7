#pragma once

#include <cstddef>

#include "block.hpp"
#include "free_blocks.hpp"
#include "nodes.hpp"

namespace duet::pool {

/// All sizes and addresses are multiples of this.
inline constexpr std::size_t block_unit = 256;

class Arena;

/// Segments divided into blocks. Neighbouring free blocks are one. Calls no driver. Thread-safety:
/// none; the arena locks.
class Heap {
 public:
  explicit Heap(Arena& arena, Nodes<Block>& blocks) noexcept : arena_(arena), blocks_(blocks) {}
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap() = default;

  Arena& arena() const noexcept { return arena_; }

  /// Takes a block of exactly `bytes`, a multiple of the unit. @returns null if none is large
  /// enough. @throws std::bad_alloc
  Block* take(std::size_t bytes);
  /// Makes a used or pending block free. @returns its segment
  Segment& give_back(Block& block) noexcept;

  /// Adds a segment that is wholly free. @throws std::bad_alloc, and adds nothing
  void add(Segment& segment);
  /// Removes a segment that is wholly free.
  void remove(Segment& segment) noexcept;

  /// The first segment, or null.
  Segment* segments() const noexcept { return segments_; }
  /// The size of the largest free block in bytes.
  std::size_t largest() const noexcept { return free_.largest(); }

 private:
  /// Appends a block's successor to it.
  void join(Block& block) noexcept;

  Arena& arena_;
  Nodes<Block>& blocks_;
  FreeBlocks free_{};
  Segment* segments_ = nullptr;
};

}  // namespace duet::pool
