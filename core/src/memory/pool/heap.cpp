#include "heap.hpp"

#include <algorithm>

namespace duet::pool {

namespace {

std::size_t free_bytes(const Block* block) noexcept {
  return block != nullptr && block->state == Block::State::free ? block->bytes : 0;
}

}  // namespace

[[gnu::hot]] Block* Heap::take_other(std::size_t bytes) {
  const bool is_next_only = kept_ != nullptr && free_.is_only(kept_->after);
  Block* block = is_next_only ? kept_->after : free_.find(bytes);
  if (kept_ != nullptr && !fits_better(block, bytes)) {
    if (resize_kept(bytes)) return take_kept();
    settle();
    block = free_.find(bytes);
  }
  if (block == nullptr) return nullptr;
  if (block->bytes == bytes) {
    free_.remove(*block);
  } else {
    // The rest keeps its place in the lists if its size hardly changes.
    Block& rest = *block;
    block = &add_before(rest, bytes);
    free_.resize(rest, rest.bytes - bytes);
    rest.address += bytes;
  }
  block->state = Block::State::used;
  ++block->segment->blocks_in_use;
  settle();  // the kept block is still in the cache
  return block;
}

/// Adds a block of `bytes` in front of one that is going to lose them.
Block& Heap::add_before(Block& block, std::size_t bytes) {
  Block& added = *blocks_.take();
  added = {.address = block.address,
           .bytes = bytes,
           .heap = this,
           .after = &block,
           .before = block.before,
           .segment = block.segment};
  (added.before != nullptr ? added.before->after : added.segment->first) = &added;
  block.before = &added;
  return added;
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

/// Removes a block whose bytes a neighbour gets.
void Heap::merge(Block& gone, Block& whole) noexcept {
  whole.address = std::min(whole.address, gone.address);
  whole.freed_at = std::max(whole.freed_at, gone.freed_at);
  if (gone.after != nullptr) gone.after->before = gone.before;
  (gone.before != nullptr ? gone.before->after : gone.segment->first) = gone.after;
  give_node_back(gone);
}

void Heap::give_node_back(Block& block) noexcept {
  block.state = Block::State::unused;
  blocks_.give_back(&block);
}

[[gnu::hot]] void Heap::list_as(Block::State state, Block& block) noexcept {
  FreeBlocks& list = state == Block::State::free ? free_ : absent_;
  const auto joins = [&](const Block* other) { return other != nullptr && other->state == state; };
  Block* const before = joins(block.before) ? block.before : nullptr;
  Block* const after = joins(block.after) ? block.after : nullptr;
  Block& whole = before != nullptr ? *before : after != nullptr ? *after : block;
  if (&whole == &block) {
    list.insert(block);
  } else {
    std::size_t bytes = whole.bytes + block.bytes;
    if (before != nullptr && after != nullptr) {
      bytes += after->bytes;
      list.remove(*after);
      merge(*after, whole);
    }
    list.resize(whole, bytes);
    merge(block, whole);
  }
  whole.state = state;
  whole.idle_since = 0;
}

[[gnu::hot]] void Heap::list_kept() noexcept {
  Block& block = *std::exchange(kept_, nullptr);
  --block.segment->blocks_in_use;
  block.segment->freed_at = block.freed_at;
  list_as(Block::State::free, block);
}

/// Whether a free block fits a request better than the kept block joined with the one after it.
bool Heap::fits_better(const Block* block, std::size_t bytes) const noexcept {
  if (block == nullptr || block == kept_->after) return false;
  const std::size_t joined = kept_->bytes + free_bytes(kept_->after);
  return joined < bytes || block->bytes <= joined;
}

[[gnu::hot]] bool Heap::resize_kept(std::size_t bytes) noexcept {
  Block* const rest = kept_->after;
  const std::size_t both = kept_->bytes + free_bytes(rest);
  if (both <= bytes || both == kept_->bytes) return false;
  free_.resize(*rest, both - bytes);
  rest->address = kept_->address + bytes;
  rest->freed_at = std::max(rest->freed_at, kept_->freed_at);
  rest->idle_since = 0;
  kept_->bytes = bytes;
  return true;
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
            .freed_at = segment.freed_at,
            .state = Block::State::absent,
            .segment = &segment};
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
    give_node_back(*block);
  }
  segment.first = nullptr;
  if (segment.next != nullptr) segment.next->previous = segment.previous;
  (segment.previous != nullptr ? segment.previous->next : segments_) = segment.next;
}

}  // namespace duet::pool
