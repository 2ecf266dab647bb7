#pragma once

#include <array>
#include <memory>
#include <vector>

#include "run/host_calls.hpp"
#include "run/launch.hpp"

namespace amd_emulator {

/// What a kernel reads besides its code: arguments, dispatch packet, queue.
class KernelMemory {
 public:
  /// @throws Fault for a hidden argument that is not known
  KernelMemory(const KernelInfo& kernel, const Launch& launch, Memory& memory);

  u64 arguments() const { return reinterpret_cast<u64>(arguments_.data()); }
  u64 packet() const { return reinterpret_cast<u64>(packet_.data()); }
  /// Null if the kernel calls no services of the host.
  HostCalls* host_calls() const { return host_calls_.get(); }
  u64 queue() const { return reinterpret_cast<u64>(queue_.data()); }

 private:
  void fill_hidden(const KernelArgument& argument, const Launch& launch);
  void fill_packet(const KernelInfo& kernel, const Launch& launch);
  void fill_queue();

  std::vector<u64> arguments_;
  std::array<u64, 8> packet_{};
  std::array<u64, 32> queue_{};
  std::unique_ptr<HostCalls> host_calls_{};
  std::vector<std::unique_ptr<KnownRange>> known_{};
};

}  // namespace amd_emulator
