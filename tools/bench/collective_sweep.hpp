#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <duet/communicator.hpp>

namespace duet::tool {

/// What `duet bench collectives` measures.
struct CollectiveSweep {
  std::vector<std::string> collectives{};  ///< Names; empty: all.
  std::vector<std::size_t> sizes{};        ///< Bytes of the larger array of a rank.
  int rounds = 20;
};

/// The time of one collective, the median of several calls with their waits.
struct CollectiveTime {
  std::string collective{};
  std::size_t bytes = 0;  ///< Of the larger array of a rank.
  double microseconds = 0;
  double bus_factor = 1;  ///< Bus bandwidth as a part of bytes for each second.

  /// As nccl-tests define them, in GB/s: bytes for each second, and what a rank's link carries with
  /// the best algorithm.
  double algorithm_bandwidth() const noexcept {
    return static_cast<double>(bytes) / microseconds / 1e3;
  }
  double bus_bandwidth() const noexcept { return algorithm_bandwidth() * bus_factor; }
};

/// The names of the collectives that can be measured.
std::vector<std::string> collective_names();

/// Measures collectives of floats. All ranks call it. Sizes are rounded down to a multiple of the
/// number of ranks; those that are then 0 are left out.
/// @throws Error  as the collectives
std::vector<CollectiveTime> measure(Communicator& ranks, const CollectiveSweep& sweep);

}  // namespace duet::tool
