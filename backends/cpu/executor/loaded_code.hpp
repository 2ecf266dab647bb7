#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cpu/base/driver_calls.hpp"
#include "cpu/object/code_image.hpp"
#include "cpu/object/debug_object_file.hpp"
#include "cpu/prelude/abi.hpp"
#include "fault/shared_guards.hpp"

namespace duet::cpu {

class LoadedCode;

/// A kernel of loaded code. Lives as long as the code.
struct Function {
  /// @param may_wait  whether any kernel of the code has threads that wait for each other
  Function(const KernelDescription& kernel, duet_cpu::Run function, const LoadedCode& in,
           bool may_wait);

  const std::string name;
  const std::vector<std::size_t> parameter_bytes;
  const unsigned max_threads;
  const duet_cpu::Run run;
  const bool waits;                               ///< whether its threads wait for each other
  const std::optional<std::size_t> shared_bytes;  ///< static shared memory
  const LoadedCode* const code;
  /// The time of one thread in the latest launches; 0 if unknown.
  mutable std::atomic<float> thread_nanoseconds{0};
  /// Whether a warning about exited threads was logged.
  mutable std::atomic_flag warned{};
  /// Whether a note about a thread that waits in a loop was logged.
  mutable std::atomic_flag noted{};
};

/// An object file loaded into the process. Shared by its module and pending launches.
/// Thread-safety: const members.
class LoadedCode : public std::enable_shared_from_this<LoadedCode> {
 public:
  /// @throws LoadError if this machine cannot load it, std::bad_alloc
  explicit LoadedCode(std::span<const std::byte> image);
  LoadedCode(const LoadedCode&) = delete;
  LoadedCode& operator=(const LoadedCode&) = delete;
  ~LoadedCode();

  const Function* find(std::string_view name) const noexcept;
  /// The memory of a variable; empty if the code has none of that name.
  std::span<std::byte> find_variable(std::string_view name) const noexcept;
  unsigned wave_size() const noexcept { return wave_size_; }
  /// Whether behaviour that GPUs leave undefined is an error: the strict mode at load time.
  bool is_strict() const noexcept { return is_strict_; }
  /// The guards to check in the strict mode; null if there are none.
  const SharedGuards* shared_guards() const noexcept {
    return shared_guards_.empty() ? nullptr : &shared_guards_;
  }
  /// The lock to hold while kernels run, if only one OS thread may run them at a time; else empty.
  std::unique_lock<std::mutex> run_alone() const {
    return runs_alone_ ? std::unique_lock(alone_) : std::unique_lock<std::mutex>();
  }
  bool runs_alone() const noexcept { return runs_alone_; }
  /// Allocates the OS thread's copy of the code's thread-local variables, if the code is compiled
  /// for ThreadSanitizer.
  /// @param shared  the OS thread's dynamic shared memory
  void touch(void* shared) const {
    if (touch_ != nullptr) touch_(shared);
  }

 private:
  mutable std::mutex alone_{};
  bool runs_alone_ = false;
  bool (*touch_)(void* shared) = nullptr;
  std::unique_ptr<DebugObjectFile> file_{};  ///< the loaded file, if it has debug information
  void* handle_ = nullptr;
  bool is_strict_ = false;
  SharedGuards shared_guards_{};
  unsigned wave_size_ = 0;
  std::deque<Function> functions_{};
  std::byte* base_ = nullptr;  ///< the address that the file is loaded at
  std::vector<VariableDescription> variables_{};
};

}  // namespace duet::cpu
