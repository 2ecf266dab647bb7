#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <duet/bootstrap.hpp>

namespace duet::detail {

/// One rank's part of an all-gather in rounds, whose number is the logarithm of the number of ranks
/// (Bruck's algorithm): in round k a rank sends what it has to the rank 2^k further, and then has
/// the bytes of twice as many ranks. Knows no transport.
class GatherRounds {
 public:
  GatherRounds(int rank, int size, std::span<const std::byte> own);

  /// The number of rounds.
  int count() const noexcept;
  /// The rank to which a round sends.
  int target(int round) const noexcept;
  /// The rank from which a round receives.
  int source(int round) const noexcept;
  /// What a round sends. Valid until `take`.
  std::span<const std::byte> message(int round) const;
  /// Takes what the source has sent in this round.
  /// @throws Error  invalid_argument if it is malformed
  void take(int round, std::span<const std::byte> message);
  /// The bytes of all ranks. Call after all rounds.
  GatheredBytes finish() const;

 private:
  std::size_t blocks_of(int round) const noexcept;
  std::size_t end_of(std::span<const std::byte> bytes, std::size_t blocks) const;

  int rank_;
  int size_;
  /// The bytes of this rank, of the one before and so on, each after their number.
  std::vector<std::byte> data_{};
};

/// The ranks to which a rank passes on what comes from rank 0 (binomial tree), earliest first.
std::vector<int> tree_children(int rank, int size);
/// The rank from which a rank other than 0 gets it.
int tree_parent(int rank);

}  // namespace duet::detail
