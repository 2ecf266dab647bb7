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

namespace duet::cpu {

class LoadedCode;

/// A kernel of loaded code, and as long alive.
struct Function {
  /// @param may_wait  whether threads of the code's kernels wait for each other at all
  Function(const KernelDescription& kernel, duet_cpu::Run function, const LoadedCode& in,
           bool may_wait);

  const std::string name;
  const std::vector<std::size_t> parameter_bytes;
  const unsigned max_threads;
  const duet_cpu::Run run;
  const bool waits;                               ///< whether its threads wait for each other
  const std::optional<std::size_t> shared_bytes;  ///< static shared memory
  const LoadedCode* const code;
  /// What running one of its threads took lately; 0 if unknown.
  mutable std::atomic<float> thread_nanoseconds{0};
};

/// An object file in the process. Shared by its module and by pending launches.
class LoadedCode : public std::enable_shared_from_this<LoadedCode> {
 public:
  /// @throws LoadError if it is not loadable here, std::exception for lack of memory
  explicit LoadedCode(std::span<const std::byte> image);
  LoadedCode(const LoadedCode&) = delete;
  LoadedCode& operator=(const LoadedCode&) = delete;
  ~LoadedCode();

  const Function* find(std::string_view name) const noexcept;
  /// The memory of a variable; empty if there is none of that name.
  std::span<std::byte> find_variable(std::string_view name) const noexcept;
  unsigned wave_size() const noexcept { return wave_size_; }
  /// Whether what GPUs leave undefined is an error ($DUET_CPU_STRICT when it was loaded).
  bool is_strict() const noexcept { return is_strict_; }
  /// Held by whoever runs its kernels, if only one OS thread may at a time; else not locked.
  std::unique_lock<std::mutex> run_alone() const {
    return runs_alone_ ? std::unique_lock(alone_) : std::unique_lock<std::mutex>();
  }
  bool runs_alone() const noexcept { return runs_alone_; }
  /// Makes the OS thread's copy of the code's thread-local variables, if it is to be watched.
  /// @param shared  the dynamic shared memory that its kernels will have on this thread
  void touch(void* shared) const {
    if (touch_ != nullptr) touch_(shared);
  }

 private:
  mutable std::mutex alone_{};
  bool runs_alone_ = false;
  bool (*touch_)(void* shared) = nullptr;
  std::unique_ptr<DebugObjectFile> file_{};  ///< that it was loaded from, if debuggers may ask
  void* handle_ = nullptr;
  bool is_strict_ = false;
  unsigned wave_size_ = 0;
  std::deque<Function> functions_{};
  std::byte* base_ = nullptr;  ///< where the file is loaded
  std::vector<VariableDescription> variables_{};
};

}  // namespace duet::cpu
