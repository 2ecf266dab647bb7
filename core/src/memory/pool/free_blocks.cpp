#include "free_blocks.hpp"

#include <algorithm>
#include <bit>

namespace duet::pool {

FreeBlocks::Place FreeBlocks::place_of(std::size_t bytes) noexcept {
  const auto power = static_cast<unsigned>(std::bit_width(bytes)) - 1;
  return {power - first_power, static_cast<unsigned>(bytes >> (power - step_bits)) & (steps - 1)};
}

[[gnu::hot]] void FreeBlocks::insert(Block& block) noexcept {
  ++count_;
  const Place place = place_of(block.bytes);
  Block*& first = lists_[place.power][place.step];
  block.previous = nullptr;
  block.next = first;
  if (first != nullptr) first->previous = &block;
  first = &block;
  used_powers_ |= std::uint64_t{1} << place.power;
  used_steps_[place.power] =
      static_cast<std::uint16_t>(used_steps_[place.power] | 1U << place.step);
}

[[gnu::hot]] void FreeBlocks::remove(Block& block) noexcept {
  --count_;
  if (block.next != nullptr) block.next->previous = block.previous;
  if (block.previous != nullptr) {
    block.previous->next = block.next;
    return;
  }
  const Place place = place_of(block.bytes);
  lists_[place.power][place.step] = block.next;
  if (block.next != nullptr) return;
  std::uint16_t& steps_of_power = used_steps_[place.power];
  steps_of_power = static_cast<std::uint16_t>(steps_of_power & ~(1U << place.step));
  if (steps_of_power == 0) used_powers_ &= ~(std::uint64_t{1} << place.power);
}

[[gnu::hot]] void FreeBlocks::resize(Block& block, std::size_t bytes) noexcept {
  if (place_of(block.bytes) == place_of(bytes)) {
    block.bytes = bytes;
    return;
  }
  remove(block);
  block.bytes = bytes;
  insert(block);
}

Block* FreeBlocks::smallest_of(Place place, std::size_t bytes) const noexcept {
  Block* best = nullptr;
  unsigned left = most_looks;
  for (Block* block = list(place); block != nullptr && left != 0; block = block->next, --left) {
    if (block->bytes == bytes) return block;
    if (block->bytes > bytes && (best == nullptr || block->bytes < best->bytes)) best = block;
  }
  return best;
}

[[gnu::hot]] Block* FreeBlocks::find(std::size_t bytes) const noexcept {
  const Place place = place_of(bytes);
  const unsigned steps_of_power = used_steps_[place.power];
  if ((steps_of_power >> place.step & 1) != 0) {
    // Some blocks of this list may be too small.
    if (Block* const block = smallest_of(place, bytes)) return block;
  }
  const unsigned larger_steps = steps_of_power & (~0U << 1 << place.step);
  if (larger_steps != 0) {
    return smallest_of({place.power, static_cast<unsigned>(std::countr_zero(larger_steps))}, bytes);
  }
  const std::uint64_t larger_powers = used_powers_ & (~std::uint64_t{0} << 1 << place.power);
  if (larger_powers == 0) return nullptr;
  const auto power = static_cast<unsigned>(std::countr_zero(larger_powers));
  const auto step = static_cast<unsigned>(std::countr_zero(used_steps_[power]));
  return smallest_of({power, step}, bytes);
}

std::size_t FreeBlocks::largest() const noexcept {
  if (used_powers_ == 0) return 0;
  const auto power = static_cast<unsigned>(std::bit_width(used_powers_)) - 1;
  const auto step =
      static_cast<unsigned>(std::bit_width(static_cast<unsigned>(used_steps_[power]))) - 1;
  std::size_t most = 0;
  for (const Block* block = list({power, step}); block != nullptr; block = block->next) {
    most = std::max(most, block->bytes);
  }
  return most;
}

}  // namespace duet::pool
