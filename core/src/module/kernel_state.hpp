#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <duet/kernel.hpp>

#include "base/kept_module.hpp"
#include "base/retried_once.hpp"
#include "driver/device_state.hpp"
#include "parameter_types.hpp"

namespace duet::detail {

/// What the driver said of a kernel's blocks, by threads and dynamic shared memory.
struct OccupancyMemo {
  std::mutex mutex{};
  std::map<std::pair<std::size_t, std::size_t>, int> active_blocks{};
  std::map<std::pair<std::size_t, std::size_t>, int> largest_clusters{};
};

/// What code and driver say of a kernel.
struct KernelFacts {
  KernelInfo info{};
  std::vector<ArgumentType> parameter_types{};  ///< as many as there are parameters, or none
  std::size_t static_shared = 0;
  std::size_t max_threads = 0;
};

/// A kernel that the driver has found.
struct KernelState {
  /// @param listed  what the code says of it
  KernelState(const Device& on, std::string called, vendor::FunctionHandle found,
              KernelInfo listed);

  Device device;
  std::string name;
  vendor::FunctionHandle function;
  std::uint64_t id;
  const KeptModule* module = nullptr;  ///< while launches are kept, else null
  /// Dynamic shared memory the driver was told to allow; 0 until it was asked for the facts, which
  /// everybody needs who wants some.
  mutable std::atomic<std::size_t> allowed_shared{0};
  mutable OccupancyMemo occupancy{};
  /// The shapes of arguments that were found right last, by their address.
  mutable std::atomic<const void*> accepted{nullptr};
  mutable RetriedOnce configuration{};

  /// Asks the driver the first time: its answers take longer than finding the kernel, and drivers
  /// that load each kernel when it is first needed load it for them.
  const KernelFacts& facts() const {
    if (!asked_.is_done()) [[unlikely]] {
      ask();
    }
    return facts_;
  }

 private:
  void ask() const;

  mutable RetriedOnce asked_{};
  mutable KernelFacts facts_;
};

/// Lets the kernel's blocks have that much dynamic shared memory. The device must be current, and
/// the facts known.
void raise_shared_limit(const KernelState& kernel, std::size_t bytes);
inline void allow_shared(const KernelState& kernel, std::size_t bytes) {
  if (bytes > kernel.allowed_shared.load(std::memory_order_relaxed)) [[unlikely]] {
    raise_shared_limit(kernel, bytes);
  }
}

/// Blocks that a multiprocessor holds at once; the driver is asked once.
int active_blocks(const KernelState& kernel, std::size_t threads, std::size_t dynamic_shared);

}  // namespace duet::detail
