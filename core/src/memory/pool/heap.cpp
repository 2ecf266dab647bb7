#include "heap.hpp"

namespace duet::pool {

Block* Heap::take(std::size_t bytes) {
  Block* const block = free_.find(bytes);
  if (block == nullptr) return nullptr;
  if (block->bytes != bytes) {
    Block* const rest = blocks_.take();
    free_.remove(*block);
    *rest = {.address = block->address + bytes,
             .bytes = block->bytes - bytes,
             .heap = this,
             .segment = block->segment,
             .before = block,
             .after = block->after,
             .state = Block::State::free};
    if (rest->after != nullptr) rest->after->before = rest;
    block->after = rest;
    block->bytes = bytes;
    free_.insert(*rest);
  } else {
    free_.remove(*block);
  }
  block->state = Block::State::used;
  block->segment->idle_since = 0;
  return block;
}

void Heap::join(Block& block) noexcept {
  Block* const gone = block.after;
  block.bytes += gone->bytes;
  block.after = gone->after;
  if (block.after != nullptr) block.after->before = &block;
  blocks_.give_back(gone);
}

Segment& Heap::give_back(Block& block) noexcept {
  Segment& segment = *block.segment;
  Block* kept = &block;
  if (block.after != nullptr && block.after->state == Block::State::free) {
    free_.remove(*block.after);
    join(block);
  }
  if (block.before != nullptr && block.before->state == Block::State::free) {
    kept = block.before;
    free_.remove(*kept);
    join(*kept);
  }
  kept->state = Block::State::free;
  kept->asked = 0;
  kept->label = nullptr;
  free_.insert(*kept);
  return segment;
}

void Heap::add(Segment& segment) {
  Block* const block = blocks_.take();
  *block = {.address = segment.begin,
            .bytes = segment.bytes,
            .heap = this,
            .segment = &segment,
            .state = Block::State::free};
  segment.first = block;
  segment.previous = nullptr;
  segment.next = segments_;
  if (segments_ != nullptr) segments_->previous = &segment;
  segments_ = &segment;
  free_.insert(*block);
}

void Heap::remove(Segment& segment) noexcept {
  free_.remove(*segment.first);
  blocks_.give_back(segment.first);
  segment.first = nullptr;
  if (segment.next != nullptr) segment.next->previous = segment.previous;
  (segment.previous != nullptr ? segment.previous->next : segments_) = segment.next;
}

}  // namespace duet::pool
