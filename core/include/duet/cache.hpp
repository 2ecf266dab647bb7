#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// What `jit` does with its folder of compiled kernels.
enum class CacheMode {
  off,   ///< nothing
  read,  ///< uses what is there, adds nothing
  on     ///< both
};

/// Where compiled kernels are kept, and how many.
struct CacheOptions {
  static constexpr std::uint64_t default_max_bytes = std::uint64_t{1} << 30;
  static constexpr std::chrono::milliseconds default_wait{120'000};

  /// Environment: DUET_CACHE=off|read|on.
  CacheMode mode = CacheMode::on;
  /// Made with mode 0700 if it is not there. It must belong to the user, and nobody else may be
  /// able to write to it. Environment: DUET_CACHE_DIR; else $XDG_CACHE_HOME/duet or ~/.cache/duet.
  std::filesystem::path directory{};
  /// In bytes; beyond it, what was used longest ago goes. Environment: DUET_CACHE_MAX_SIZE, with
  /// an optional K, M or G.
  std::uint64_t max_bytes = default_max_bytes;
  /// How long to wait for another process that compiles the same program, before compiling it as
  /// well.
  std::chrono::milliseconds wait = default_wait;
  /// Gets one text a failure of the file system; without it, the first one is printed to standard
  /// error. Called from any thread; it must not call duet.
  std::function<void(std::string_view)> warn{};
};

/// The options in effect: until `set_cache_options`, those of the environment as it was when the
/// process opened its first device, or called this before.
/// Thread-safety: any thread.
CacheOptions cache_options();

/// From now on for all later `jit` calls of the process. Kernels in memory stay.
/// Thread-safety: any thread.
void set_cache_options(CacheOptions options);

/// What `jit` has done in this process. Counts of programs, but for the last three.
struct CacheStatistics {
  std::uint64_t memory_hits = 0;  ///< found loaded
  std::uint64_t disk_hits = 0;    ///< read from the folder
  std::uint64_t misses = 0;       ///< compiled
  std::uint64_t bypasses = 0;     ///< of the misses: those that the folder cannot keep
  std::uint64_t waits = 0;        ///< waited for another process that compiled the same
  std::uint64_t damaged = 0;      ///< files that were wrong, and replaced
  std::uint64_t evicted = 0;      ///< files removed for lack of room
  std::uint64_t failures = 0;     ///< of the file system
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;
  double milliseconds_saved = 0;  ///< what compiling the disk hits had taken
};

/// Thread-safety: any thread.
CacheStatistics cache_statistics();

/// A program in the folder.
struct CachedProgram {
  std::string file{};  ///< its name in the folder
  std::string name{};  ///< of the program
  std::string architecture{};
  std::vector<std::string> kernels{};
  std::uint64_t bytes = 0;
  std::chrono::system_clock::time_point used{};
  double milliseconds = 0;  ///< what compiling it took
  std::string problem{};    ///< what is wrong with the file; empty if nothing
};

/// What the folder holds, the latest used first. Reads and checks every file.
/// @throws Error (io) if the folder cannot be used
std::vector<CachedProgram> list_cache();

/// Removes everything that `jit` keeps in the folder, for all processes. What other processes do
/// meanwhile stays right. @returns how many programs. @throws Error (io)
std::uint64_t clear_cache();

}  // namespace duet
DUET_API_END
