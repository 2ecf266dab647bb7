#include "arena.hpp"

#include <algorithm>
#include <cstdlib>

namespace duet::pool {

void Arena::tell_totals() noexcept {
  const std::int64_t change = static_cast<std::int64_t>(used_) - told_;
  told_ += change;
  const std::int64_t used = totals_.used.fetch_add(change, std::memory_order_relaxed) + change;
  raise(totals_.peak_used, used);
}

Block* Arena::take_any(const Request& request) {
  for (Heap* const heap : {&small_, &large_}) {
    Block* const block = heap->take(request.bytes);
    if (block == nullptr) continue;
    mark_used(*block, request);
    return block;
  }
  return nullptr;
}

void Arena::keep_pending(Block& block) noexcept {
  block.state = Block::State::pending;
  block.is_awaited = false;
  block.previous = nullptr;
  block.next = pending_;
  if (pending_ != nullptr) pending_->previous = &block;
  pending_ = &block;
}

void Arena::await_pending() noexcept {
  for (Block* block = pending_; block != nullptr; block = block->next) block->is_awaited = true;
}

void Arena::unlink(Block& block) noexcept {
  if (block.next != nullptr) block.next->previous = block.previous;
  (block.previous != nullptr ? block.previous->next : pending_) = block.next;
}

PoolStatistics Arena::statistics() noexcept {
  PoolStatistics result{.used_bytes = used_,
                        .peak_used_bytes = peak_used_,
                        .allocations = allocations_,
                        .frees = frees_,
                        .growths = growths};
  for_each_segment(
      [&](const Segment& segment) { result.reserved_bytes += segment.memory_bytes(); });
  result.largest_free_bytes = std::max(small_.largest(), large_.largest());
  result.peak_reserved_bytes = result.reserved_bytes;
  return result;
}

}  // namespace duet::pool
