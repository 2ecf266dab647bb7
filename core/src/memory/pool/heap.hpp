#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "block.hpp"
#include "free_blocks.hpp"
#include "nodes.hpp"

namespace duet::pool {

/// All sizes and addresses are multiples of this.
inline constexpr std::size_t block_unit = 256;

class Arena;

/// Segments divided into blocks. Neighbouring free blocks are one, but the block that was freed
/// last is kept as it is: the next request often has its size. Calls no driver. Thread-safety:
/// none; the arena locks.
class alignas(64) Heap {
 public:
  explicit Heap(Arena& arena, Nodes<Block>& blocks) noexcept : arena_(arena), blocks_(blocks) {}
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap() = default;

  Arena& arena() const noexcept { return arena_; }

  /// Takes a block of exactly `bytes`, a multiple of the unit. @returns null if none is large
  /// enough. @throws std::bad_alloc
  Block* take(std::size_t bytes) {
    if (kept_ == nullptr || kept_->bytes != bytes) return take_other(bytes);
    return take_kept();
  }
  /// Keeps a used or pending block as the one that was freed last.
  /// @param frees  the arena's count of frees
  void give_back(Block& block, std::uint64_t frees) noexcept {
    settle();
    block.state = Block::State::kept;
    block.freed_at = frees;
    block.asked = 0;
    block.label = nullptr;
    kept_ = &block;
  }
  /// Makes the kept block free, as what looks at free blocks needs it. No-op without one.
  void settle() noexcept {
    if (kept_ != nullptr) list_kept();
  }

  /// Adds a segment that is wholly free, or wholly absent if it has a range of addresses.
  /// @throws std::bad_alloc, and adds nothing
  void add(Segment& segment);
  /// Removes a segment that is wholly free.
  void remove(Segment& segment) noexcept;

  /// A place where memory can be mapped: the first `bytes` of an absent block.
  struct Place {
    Block* block;
    std::size_t bytes;
  };
  /// Finds the place that takes the least memory for a free block of `bytes`.
  /// @param unit  sizes of places are multiples of it. @returns a null block if there is none
  Place place_for(std::size_t bytes, std::size_t unit) const noexcept;
  /// Makes the place free, whose memory `map` maps. `map` may throw: then nothing has changed.
  /// @returns false if `map` does
  template <typename Map>
  bool fill(const Place& place, const Map& map);
  /// Makes the part of a free block between two addresses absent.
  /// @returns false without memory for the list of blocks: then nothing has changed
  bool empty(Block& block, std::byte* begin, std::byte* end) noexcept;

  /// The size of the largest free block of a segment in bytes.
  static std::size_t largest_of(const Segment& segment) noexcept;
  /// The first segment, or null.
  Segment* segments() const noexcept { return segments_; }
  /// The size of the largest free block in bytes.
  std::size_t largest() const noexcept { return free_.largest(); }

 private:
  Block* take_kept() noexcept {
    Block* const block = std::exchange(kept_, nullptr);
    block->state = Block::State::used;
    return block;
  }
  Block* take_other(std::size_t bytes);
  void list_kept() noexcept;
  bool fits_better(const Block* block, std::size_t bytes) const noexcept;
  /// Moves the border between the kept block and a free one after it, as joining and dividing them
  /// would. @returns false if it cannot be moved
  bool resize_kept(std::size_t bytes) noexcept;
  /// Divides a block that is in no list. @returns the second part
  Block& split(Block& block, std::size_t bytes) noexcept;
  Block& add_before(Block& block, std::size_t bytes);
  void merge(Block& gone, Block& whole) noexcept;
  void give_node_back(Block& block) noexcept;
  /// Joins a block, which is in no list, with its free or absent neighbours and lists it.
  void list_as(Block::State state, Block& block) noexcept;

  Arena& arena_;
  Block* kept_ = nullptr;
  FreeBlocks free_{};
  FreeBlocks absent_{};
  Nodes<Block>& blocks_;
  Segment* segments_ = nullptr;
};

template <typename Map>
bool Heap::fill(const Place& place, const Map& map) {
  blocks_.reserve(1);
  Block& block = *place.block;
  if (!map(block.address)) return false;
  absent_.remove(block);
  block.state = Block::State::unused;  // joined with nothing yet
  if (block.bytes != place.bytes) list_as(Block::State::absent, split(block, place.bytes));
  list_as(Block::State::free, block);
  return true;
}

}  // namespace duet::pool
