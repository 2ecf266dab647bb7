#pragma once

#include <memory>

#include "cpu/stream/stream.hpp"
#include "hip/entry.hpp"
#include "hip/module.hpp"
#include "run/launch.hpp"

namespace amd_emulator {

/// A launch as a caller describes it. Views; valid during the call.
struct LaunchCall {
  const cpu::Function* function;
  Launch shape;  ///< without arguments
  void** values = nullptr;
  void** extra = nullptr;
  bool is_cooperative = false;
};

/// A launch in a stream or a graph, with a copy of its arguments.
class LaunchOperation final : public cpu::Operation {
 public:
  /// @param call  checked
  explicit LaunchOperation(const LaunchCall& call);

  cpu::Outcome run() noexcept override;
  cpu::GraphNodeType type() const noexcept override { return cpu::GraphNodeType::kernel; }
  const cpu::Function* function() const noexcept { return function_; }

 private:
  const cpu::Function* function_;
  std::shared_ptr<LoadedCode> code_;
  Launch launch_;
  bool is_cooperative_;
  std::vector<std::byte> arguments_{};
};

/// The error of a launch that is not possible.
hipError_t check_launch(const LaunchCall& call);

/// The most blocks of a kernel that one multiprocessor runs at once.
int blocks_of_multiprocessor(const KernelInfo& kernel, unsigned threads, std::size_t shared_bytes);

}  // namespace amd_emulator
