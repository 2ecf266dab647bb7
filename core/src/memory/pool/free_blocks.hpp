#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "block.hpp"

namespace duet::pool {

/// The free blocks of a heap by size: two-level segregated lists with bitmaps, so that insertion,
/// removal and search take constant time (Masmano, Ripoll, Crespo and Real, "TLSF: a new dynamic
/// memory allocator for real-time systems", 2004). A list holds sizes that differ by 1/16 at most.
class FreeBlocks {
 public:
  void insert(Block& block) noexcept;
  void remove(Block& block) noexcept;
  /// Changes the size of a block.
  void resize(Block& block, std::size_t bytes) noexcept;
  /// Whether a block, which may be null, is free and the only one.
  bool is_only(const Block* block) const noexcept {
    return count_ == 1 && block != nullptr && block->state == Block::State::free;
  }
  /// A block of at least `bytes`, nearly the smallest one; null if there is none.
  Block* find(std::size_t bytes) const noexcept;
  /// Calls visit(block) for each block.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (const auto& lists_of_power : lists_) {
      for (Block* first : lists_of_power) {
        for (Block* block = first; block != nullptr; block = block->next) visit(*block);
      }
    }
  }
  /// The size of the largest block in bytes.
  std::size_t largest() const noexcept;

 private:
  static constexpr unsigned step_bits = 4;
  static constexpr unsigned steps = 1U << step_bits;
  static constexpr unsigned first_power = 8;  ///< of the smallest size, block_unit
  static constexpr unsigned powers = 64 - first_power;

  struct Place {
    unsigned power;  ///< of 2, less `first_power`
    unsigned step;

    friend bool operator==(const Place&, const Place&) = default;
  };
  /// Blocks of a list that a search looks at.
  static constexpr unsigned most_looks = 32;
  static Place place_of(std::size_t bytes) noexcept;
  /// The smallest block of at least `bytes` among the first ones of a list; null if there is none.
  Block* smallest_of(Place place, std::size_t bytes) const noexcept;
  Block* const& list(Place place) const noexcept { return lists_[place.power][place.step]; }

  std::size_t count_ = 0;
  std::uint64_t used_powers_ = 0;
  std::array<std::uint16_t, powers> used_steps_{};
  std::array<std::array<Block*, steps>, powers> lists_{};
};

}  // namespace duet::pool
