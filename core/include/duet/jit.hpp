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
}

/// A program prepared once, so that finding its module again costs some nanoseconds whatever the
/// size of its source. A cheap, shared handle; modules found through it stay loaded.
/// Thread-safety: const access from any thread.
class JitRequest {
 public:
  JitRequest() noexcept = default;
  explicit JitRequest(Program program);

  explicit operator bool() const noexcept { return state_ != nullptr; }
  /// @throws Error (invalid_handle) if empty
  const Program& program() const;

  /// For duet's own use.
  const detail::JitRequestState& state() const;

 private:
  std::shared_ptr<const detail::JitRequestState> state_{};
};

/// Compiles a program for a device and loads it, unless that has been done before: in this process,
/// or by any process that shares the cache's folder (see `CacheOptions`). What is found is exactly
/// what compiling now would give: the source, every header that it reaches, the options, the kernel
/// names, the architecture with its features and the compiler's files all count. Programs whose
/// headers only the compiler can find (computed #include, system folders) are compiled once a
/// process.
///
/// Several threads, and processes, that ask for the same at once share one compilation. Failing to
/// read or write the cache never fails the call.
/// Thread-safety: any thread; different programs compile in parallel where the compiler can.
/// @throws what `compile(program, device)` and `Module` throw; nothing is remembered of a failure
Module jit(const Device& device, const Program& program);
Module jit(const Device& device, const JitRequest& request);

/// The same for a program that is not made unless it is needed.
/// @param key    stands for the program in this process: for the same key and device, `build` is
///               called once. The cache's folder goes by what `build` returns.
/// @param build  called on this thread; what it throws is passed on
Module jit(const Device& device, std::string_view key, const std::function<Program()>& build);

/// How far `prepare` is.
struct PrepareProgress {
  std::size_t done = 0;
  std::size_t total = 0;
  std::string_view name{};  ///< of the program that was finished last
};

/// What became of a program that `prepare` was given.
struct PrepareFailure {
  std::size_t index = 0;  ///< in the list
  Error error;
};

/// Does what `jit` does for all of the programs, in parallel, so that later calls find them.
/// @param threads   how many compile at once; 0: as many as the machine has cores
/// @param progress  called after each program, from one thread at a time; may be empty
/// @returns those that failed, in the order of the list; the others are ready
std::vector<PrepareFailure> prepare(
    const Device& device, std::span<const Program> programs, unsigned threads = 0,
    const std::function<void(const PrepareProgress&)>& progress = {});

/// Forgets the modules that `jit` has loaded in this process; those that something still refers to
/// stay loaded. Thread-safety: any thread.
void forget_modules();

}  // namespace duet
DUET_API_END
