#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <duet/kernel.hpp>
#include <duet/module.hpp>

#include "device_state.hpp"
#include "parameter_types.hpp"
#include "retried_once.hpp"

namespace duet::detail {

/// What the driver said of a kernel's blocks, by threads and dynamic shared memory.
struct OccupancyMemo {
  std::mutex mutex{};
  std::map<std::pair<std::size_t, std::size_t>, int> active_blocks{};
  std::map<std::pair<std::size_t, std::size_t>, int> largest_clusters{};
};

struct KernelState {
  Device device;
  std::string name;
  vendor::FunctionHandle function;
  KernelInfo info;
  std::vector<ArgumentType> parameter_types;  ///< as many as there are parameters, or none
  std::size_t static_shared;
  std::size_t max_threads;
  std::uint64_t id;
  /// Dynamic shared memory the driver was told to allow.
  mutable std::atomic<std::size_t> allowed_shared;
  mutable OccupancyMemo occupancy{};
  /// The shapes of arguments that were found right last, by their address.
  mutable std::atomic<const void*> accepted{nullptr};
  mutable RetriedOnce configuration{};
};

/// Lets the kernel's blocks have that much dynamic shared memory. The device must be current.
void raise_shared_limit(const KernelState& kernel, std::size_t bytes);
inline void allow_shared(const KernelState& kernel, std::size_t bytes) {
  if (bytes > kernel.allowed_shared.load(std::memory_order_relaxed)) [[unlikely]] {
    raise_shared_limit(kernel, bytes);
  }
}

/// Blocks that a multiprocessor holds at once; the driver is asked once.
int active_blocks(const KernelState& kernel, std::size_t threads, std::size_t dynamic_shared);

/// Owns the vendor's module and its kernels, whose addresses stay.
struct ModuleState {
  ModuleState(const Device& on, std::span<const std::byte> image,
              std::map<std::string, std::string> lowered, std::string built_for,
              const LoadOptions& options);
  ModuleState(const ModuleState&) = delete;
  ModuleState& operator=(const ModuleState&) = delete;
  ~ModuleState();

  /// @param lowered  a name that `kernels` lists
  const KernelState& kernel(const std::string& lowered);

  Device device;
  std::map<std::string, std::string> lowered_names;  ///< name expression → name in the code
  std::vector<KernelInfo> infos;
  std::vector<std::string> variables;  ///< names in the code; empty if it does not tell
  vendor::ModuleHandle handle{};
  std::string log;  ///< what the loader said

 private:
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<KernelState>> kernels_;
};

}  // namespace duet::detail
