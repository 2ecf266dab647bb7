#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <duet/cache.hpp>
#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/module.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
struct JitRequestState;
/// An address in the library or program that includes this header: each has its own.
[[gnu::visibility("hidden")]] inline constexpr char own_library = 0;
/// As `jit` with a key.
/// @param library  an address in the library or program that calls
Module jit_by_key(const Device& device, std::string_view key, const std::function<Program()>& build,
                  const void* library);
}  // namespace detail

/// A prepared program: `jit` finds its module again in some nanoseconds, whatever the size of its
/// source; with `include_dirs`, as for a Program. A cheap, shared handle; it keeps the modules
/// found through it loaded. Thread-safety: concurrent const access is safe.
class JitRequest {
 public:
  JitRequest() noexcept = default;
  /// Takes the program that `jit` compiles.
  explicit JitRequest(Program program);

  /// Whether this has a program: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return state_ != nullptr; }
  /// The program.
  /// @throws Error  invalid_handle if empty
  const Program& program() const;

  /// Internal: the program and its modules.
  const detail::JitRequestState& state() const;

 private:
  std::shared_ptr<const detail::JitRequestState> state_{};
};

/// Compiles a program for a device and loads it, or returns the module of an earlier compilation:
/// of this process, or of any process that shares the cache folder (see CacheOptions).
///
/// The lookup is exact: it compares the source, every header that it reaches, the options, the
/// kernel names, the architecture with its features, and the compiler's files. Programs with
/// headers that only the compiler can find (a computed `#include`, system folders) are compiled
/// once a process; CacheOptions::warn tells the reason once, and CacheStatistics counts them.
///
/// Headers in `include_dirs` are looked at in each call: after an edit of one, the program is
/// compiled again, and modules that the process holds stay as they are.
///
/// Concurrent calls for the same program, in one process or several, share one compilation. A
/// failure to read or write the cache folder does not fail the call. Thread-safety: any thread;
/// different programs compile in parallel if the compiler can.
/// @param device   where the module is loaded
/// @param program  copied if it is new
/// @returns the module, shared with other callers, as are its `__device__` and `__constant__`
///          variables; `Module(device, compile(program, device))` has variables of its own
/// @throws CompileError  if the source does not compile
/// @throws LoadError  if the device refuses the code
/// @throws Error  as `compile` and the constructors of Module. Failures are not remembered
Module jit(const Device& device, const Program& program);
/// Compiles and loads a prepared program, or returns its module.
/// @throws Error  as for a Program; invalid_handle for an empty request
Module jit(const Device& device, const JitRequest& request);

/// Compiles and loads a program that is only built when it is needed, or returns its module: of
/// this process, or from the cache folder.
///
/// The module is found by the key, the device, and the files of the running program and of the
/// library that calls this function: libraries of one process may use equal keys, and after a new
/// build of either, `build` is called again. For code of the folder, the compiler's files and
/// headers in folders are checked as for a Program.
/// @param device  where the module is loaded
/// @param key     names all that `build` depends on besides the code of the program that runs:
///                values, settings, the version of a script. A key names one program in all
///                processes that run the same files
/// @param build   called on this thread, at most once in a process for one key and device, and not
///                if the folder has the code; exceptions are passed on
/// @throws Error  as for a Program; invalid_argument for an empty function, and for one that calls
///                this with the same key
[[gnu::visibility("hidden")]] inline Module jit(const Device& device, std::string_view key,
                                                const std::function<Program()>& build) {
  return detail::jit_by_key(device, key, build, &detail::own_library);
}

/// The progress of `prepare`.
struct PrepareProgress {
  std::size_t done = 0;     ///< Programs finished, including failures.
  std::size_t total = 0;    ///< All programs.
  std::string_view name{};  ///< Name of the program that was finished last.
};

/// A program that `prepare` could not compile or load.
struct PrepareFailure {
  std::size_t index = 0;  ///< Its index in the list.
  Error error;            ///< What `jit` threw.
};

/// Does what `jit` does for several programs in parallel, so that later calls find their modules.
/// Thread-safety: any thread.
/// @param device    where the modules are loaded
/// @param programs  the programs
/// @param threads   how many compile at once; 0: one for each core
/// @param progress  called after each program, by one thread at a time; may be empty
/// @returns the failures, in the order of the list; all other programs are ready
std::vector<PrepareFailure> prepare(
    const Device& device, std::span<const Program> programs, unsigned threads = 0,
    const std::function<void(const PrepareProgress&)>& progress = {});

/// Drops the modules that `jit` has loaded in this process. Modules that other handles refer to
/// stay loaded. Thread-safety: any thread.
void forget_modules();

}  // namespace duet
DUET_API_END
