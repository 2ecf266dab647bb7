#include "arena.hpp"

#include <algorithm>
#include <cstdlib>

namespace duet::pool {

void Arena::mark_used(Block& block, const Request& request) noexcept {
  block.asked = request.asked;
  block.label = request.label;
  ++allocations_;
  used_ += request.asked;
  if (used_ > peak_used_) peak_used_ = used_;
  if (static_cast<std::int64_t>(used_) - told_ >= untold_bytes) tell_totals();
}

void Arena::mark_freed(const Block& block) noexcept {
  ++frees_;
  used_ -= block.asked;
  if (told_ - static_cast<std::int64_t>(used_) >= untold_bytes) tell_totals();
}

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

void Arena::give_back(Block& block) noexcept { block.heap->give_back(block, frees_); }

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

PoolStatistics Arena::statistics() const noexcept {
  PoolStatistics result{.used_bytes = used_,
                        .peak_used_bytes = peak_used_,
                        .largest_free_bytes = std::max(small_.largest(), large_.largest()),
                        .allocations = allocations_,
                        .frees = frees_,
                        .growths = growths};
  for_each_segment(
      [&](const Segment& segment) { result.reserved_bytes += segment.memory_bytes(); });
  result.peak_reserved_bytes = result.reserved_bytes;
  return result;
}

}  // namespace duet::pool
