#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include <duet/export.hpp>

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
                                 int local_rank = 0,
                                 std::chrono::milliseconds timeout = std::chrono::minutes(2));
};

}  // namespace duet
DUET_API_END
