#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <duet/cache_mode.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// Where `jit` stores compiled kernels, and how many.
struct CacheOptions {
  /// The default of `max_bytes`: 1 GiB.
  static constexpr std::uint64_t default_max_bytes = std::uint64_t{1} << 30;
  /// The default of `wait`: two minutes.
  static constexpr std::chrono::milliseconds default_wait{120'000};

  /// How the folder is used. Environment: DUET_CACHE=off|read|on.
  CacheMode mode = CacheMode::on;
  /// The folder; created with mode 0700 if missing. It must belong to the user and not be writable
  /// by others. Environment: DUET_CACHE_DIR; else $XDG_CACHE_HOME/duet or ~/.cache/duet.
  std::filesystem::path directory{};
  /// The largest total size in bytes; beyond it, the least recently used entries are removed.
  /// Environment: DUET_CACHE_MAX_SIZE, a number with an optional suffix K, M or G.
  std::uint64_t max_bytes = default_max_bytes;
  /// How long to wait for another process that compiles the same program before compiling it here
  /// as well.
  std::chrono::milliseconds wait = default_wait;
  /// Receives one text for each cause of failures of the file system, and one for each reason why
  /// code cannot be stored, such as a header that only the compiler finds. If empty, they are
  /// logged as warnings (duet/log.hpp). Called on any thread; must not call duet. Exceptions from
  /// it are ignored.
  std::function<void(std::string_view)> warn{};
};

/// The options in effect. Until `set_cache_options` is called they come from the environment, which
/// is read once: when the process opens its first device or first calls this function.
/// Thread-safety: any thread.
/// @returns a copy
CacheOptions cache_options();

/// Replaces the options for all later `jit` calls of the process. Loaded modules stay in memory.
/// Thread-safety: any thread.
/// @param options  the new options; a folder that cannot be used is reported by `warn`, not here
void set_cache_options(CacheOptions options);

/// What `jit` has done in this process. Counts are of programs unless a member says otherwise.
struct CacheStatistics {
  std::uint64_t memory_hits = 0;    ///< Found loaded in this process.
  std::uint64_t disk_hits = 0;      ///< Read from the folder.
  std::uint64_t misses = 0;         ///< Compiled.
  std::uint64_t stored = 0;         ///< Misses whose code was written to the folder.
  std::uint64_t bypasses = 0;       ///< Misses that cannot be stored; `warn` gets the reason.
  std::uint64_t waits = 0;          ///< Waited for another process that compiled the same program.
  std::uint64_t damaged = 0;        ///< Damaged files, which were replaced.
  std::uint64_t evicted = 0;        ///< Files removed to stay within `CacheOptions::max_bytes`.
  std::uint64_t failures = 0;       ///< Failures of the file system.
  std::uint64_t bytes_read = 0;     ///< Bytes read from the folder.
  std::uint64_t bytes_written = 0;  ///< Bytes written to the folder.
  double milliseconds_saved = 0;    ///< Compile time of the disk hits, as stored in their entries.
};

/// What `jit` has done in this process so far. Thread-safety: any thread.
CacheStatistics cache_statistics();

/// Why `jit` does not use its folder at present, or the last failure of the file system: the reason
/// and what to do, for instance "other users can write to …; use: chmod 700 …". The first of each
/// cause is also logged as a warning. Thread-safety: any thread.
/// @returns an empty text if there was no failure since the options were set
std::string cache_problem();

/// A program in the cache folder.
struct CachedProgram {
  std::string file{};                            ///< Name of its file in the folder.
  std::string name{};                            ///< `Program::name`.
  std::string architecture{};                    ///< What it was compiled for.
  std::vector<std::string> kernels{};            ///< Its kernels, by name expression.
  std::uint64_t bytes = 0;                       ///< Size of the file.
  std::chrono::system_clock::time_point used{};  ///< When it was last used.
  double milliseconds = 0;                       ///< How long compiling it took.
  std::string problem{};                         ///< What is wrong with the file; empty if nothing.
};

/// Lists the programs in the cache folder, the most recently used first. Reads and checks every
/// file. Thread-safety: any thread, and safe beside other processes.
/// @param progress  called before each program, with the number of programs read and of all; may
///                  be empty
/// @throws Error  io if the folder cannot be used
std::vector<CachedProgram> list_cache(
    const std::function<void(std::size_t done, std::size_t total)>& progress = {});

/// Removes everything that `jit` stores in the folder. Other processes may use the folder
/// at the same time; they compile removed programs again. Thread-safety: any thread.
/// @returns the number of programs removed
/// @throws Error  io if the folder cannot be used
std::uint64_t clear_cache();

}  // namespace duet
DUET_API_END
