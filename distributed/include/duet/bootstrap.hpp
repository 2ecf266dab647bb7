#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <duet/export.hpp>
#include <duet/launched_rank.hpp>
#include <duet/timeout.hpp>

DUET_API_BEGIN
namespace duet {

/// The bytes of all ranks, by rank.
using GatheredBytes = std::vector<std::vector<std::byte>>;

/// How the ranks of a new communicator find each other: by a function that gathers bytes from all
/// of them. Programs can supply it over whatever connects their processes. A value; copies share
/// the function.
/// Thread-safety: a value; calls of `all_gather` must not overlap.
struct Bootstrap {
  int rank = 0;        ///< The number of this rank, 0 to size - 1.
  int size = 1;        ///< The number of ranks.
  int local_rank = 0;  ///< The number of this rank on its machine, from which its device follows.
  /// Blocks until all ranks have called it, and returns what each has given, by rank. The n-th
  /// calls of all ranks belong together; sizes may differ. It throws if a rank does not come.
  std::function<GatheredBytes(std::span<const std::byte>)> all_gather{};

  /// Ranks in one process: one bootstrap for each, to be used by a thread of its own. Waiting ends
  /// after 60 s with an Error (not_supported).
  /// @param size  number of ranks, at least 1
  /// @throws Error  invalid_argument for a smaller size
  static std::vector<Bootstrap> threads(int size);
  /// Ranks that share a folder, which may be on a network if its files can be locked. Each
  /// gathering has one file, to which all ranks append; the last one stays.
  /// @param folder      exists; of its own for each run
  /// @param rank        0 to `size` - 1
  /// @param size        number of ranks
  /// @param local_rank  number of the rank on its machine
  /// @param timeout     how long a gathering waits for other ranks
  /// @throws Error  invalid_argument for a rank out of range; io if there is no such folder.
  ///                `all_gather` throws io, invalid_argument if the folder has been used for this
  ///                rank, and not_supported with the ranks that did not come in time
  static Bootstrap shared_folder(const std::filesystem::path& folder, int rank, int size,
                                 int local_rank = 0, Timeout timeout = std::chrono::minutes(2));
  /// Ranks that are connected by TCP. Rank 0 listens at `own.address`, which all ranks give; the
  /// others find it there, at the latest within `timeout`, and need one port each. A gathering
  /// takes as many rounds as the logarithm of the number of ranks. For networks of trusted
  /// machines: nothing is encrypted.
  /// @param own      this rank, and the address of rank 0
  /// @param timeout  how long a gathering waits for other ranks. Not set: DUET_COLLECTIVE_TIMEOUT
  /// in
  ///                 seconds, else 10 minutes
  /// @throws Error  invalid_argument for a rank or a port out of range; io if the address cannot be
  ///                resolved or, on rank 0, is in use. `all_gather` throws io for a network that
  ///                fails, invalid_argument for two processes with one rank or ranks that differ in
  ///                size, and not_supported with the ranks that did not come in time
  static Bootstrap tcp(const LaunchedRank& own, std::optional<Timeout> timeout = std::nullopt);
  /// The processes that mpirun has started. Blocks until all of them have called it. Starts MPI
  /// unless the program has, with at least MPI_THREAD_SERIALIZED; then MPI is ended when the
  /// process exits.
  /// @param timeout  how long a gathering waits for other ranks, as for `tcp`
  /// @throws Error  not_supported if this duet has no MPI or it cannot be started. `all_gather`
  ///                throws launch_failed if a rank does not come in time
  static Bootstrap mpi(std::optional<Timeout> timeout = std::nullopt);
  /// Ranks that a launcher has started: `tcp(LaunchedRank::from_environment(), timeout)`.
  /// @throws Error  as both
  static Bootstrap from_environment(std::optional<Timeout> timeout = std::nullopt);
};

}  // namespace duet
DUET_API_END
