#include "heap.hpp"

#include <algorithm>

namespace duet::pool {

Block* Heap::take(std::size_t bytes) {
  Block* const block = free_.find(bytes);
  if (block == nullptr) return nullptr;
  const bool leaves_rest = block->bytes != bytes;
  if (leaves_rest) blocks_.reserve(1);
  free_.remove(*block);
  if (leaves_rest) free_.insert(split(*block, bytes));
  block->state = Block::State::used;
  ++block->segment->blocks_in_use;
  return block;
}

Block& Heap::split(Block& block, std::size_t bytes) noexcept {
  Block& rest = *blocks_.take();  // reserved
  rest = block;
  rest.address += bytes;
  rest.bytes -= bytes;
  rest.before = &block;
  if (rest.after != nullptr) rest.after->before = &rest;
  block.after = &rest;
  block.bytes = bytes;
  return rest;
}

void Heap::join(Block& block) noexcept {
  Block* const gone = block.after;
  block.bytes += gone->bytes;
  block.after = gone->after;
  if (block.after != nullptr) block.after->before = &block;
  block.freed_at = std::max(block.freed_at, gone->freed_at);
  blocks_.give_back(gone);
}

void Heap::list_as(Block::State state, Block& block) noexcept {
  FreeBlocks& list = state == Block::State::free ? free_ : absent_;
  Block* kept = &block;
  if (block.after != nullptr && block.after->state == state) {
    list.remove(*block.after);
    join(block);
  }
  if (block.before != nullptr && block.before->state == state) {
    kept = block.before;
    list.remove(*kept);
    join(*kept);
  }
  kept->state = state;
  kept->idle_since = 0;
  list.insert(*kept);
}

void Heap::give_back(Block& block, std::uint64_t frees) noexcept {
  --block.segment->blocks_in_use;
  block.segment->freed_at = frees;
  block.freed_at = frees;
  block.asked = 0;
  block.label = nullptr;
  list_as(Block::State::free, block);
}

bool Heap::empty(Block& block, std::byte* begin, std::byte* end) noexcept {
  try {
    blocks_.reserve(2);
  } catch (...) {
    return false;
  }
  free_.remove(block);
  Block* emptied = &block;
  if (begin != block.address) {
    emptied = &split(block, static_cast<std::size_t>(begin - block.address));
    free_.insert(block);
  }
  const auto bytes = static_cast<std::size_t>(end - begin);
  if (emptied->bytes != bytes) free_.insert(split(*emptied, bytes));
  list_as(Block::State::absent, *emptied);
  return true;
}

std::size_t Heap::largest_of(const Segment& segment) noexcept {
  std::size_t most = 0;
  for (const Block* block = segment.first; block != nullptr; block = block->after) {
    if (block->state == Block::State::free) most = std::max(most, block->bytes);
  }
  return most;
}

Heap::Place Heap::place_for(std::size_t bytes, std::size_t unit) const noexcept {
  const auto free_bytes = [](const Block* block) {
    return block != nullptr && block->state == Block::State::free ? block->bytes : 0;
  };
  Place best{};
  absent_.for_each([&](Block& block) {
    const std::size_t before = free_bytes(block.before);
    std::size_t missing = bytes > before ? (bytes - before + unit - 1) / unit * unit : unit;
    if (missing > block.bytes) {
      if (before + block.bytes + free_bytes(block.after) < bytes) return;
      missing = block.bytes;
    }
    if (best.block == nullptr || missing < best.bytes) best = {&block, missing};
  });
  return best;
}

void Heap::add(Segment& segment) {
  using Run = detail::AddressRange::Run;
  const std::vector<Run> runs = segment.range != nullptr
                                    ? segment.range->runs()
                                    : std::vector<Run>{{segment.begin, segment.bytes}};
  blocks_.reserve(2 * runs.size() + 1);
  Block* block = blocks_.take();
  *block = {.address = segment.begin,
            .bytes = segment.bytes,
            .heap = this,
            .segment = &segment,
            .freed_at = segment.freed_at,
            .state = Block::State::absent};
  segment.first = block;
  segment.previous = nullptr;
  segment.next = segments_;
  if (segments_ != nullptr) segments_->previous = &segment;
  segments_ = &segment;
  for (const Run& run : runs) {
    if (run.begin != block->address) {
      Block& rest = split(*block, static_cast<std::size_t>(run.begin - block->address));
      absent_.insert(*block);
      block = &rest;
    }
    Block* const rest = run.bytes != block->bytes ? &split(*block, run.bytes) : nullptr;
    block->state = Block::State::free;
    free_.insert(*block);
    block = rest;
  }
  if (block != nullptr) absent_.insert(*block);
}

void Heap::remove(Segment& segment) noexcept {
  for (Block *block = segment.first, *next = nullptr; block != nullptr; block = next) {
    next = block->after;
    (block->state == Block::State::free ? free_ : absent_).remove(*block);
    blocks_.give_back(block);
  }
  segment.first = nullptr;
  if (segment.next != nullptr) segment.next->previous = segment.previous;
  (segment.previous != nullptr ? segment.previous->next : segments_) = segment.next;
}

}  // namespace duet::pool
