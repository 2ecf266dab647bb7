#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <duet/kernel.hpp>

#include "base/retried_once.hpp"
#include "driver/device_state.hpp"
#include "parameter_types.hpp"

namespace duet {
class ObservedModule;
}

namespace duet::detail {

/// Cached results of the driver's occupancy queries, by threads and dynamic shared memory.
struct OccupancyCache {
  std::mutex mutex{};
  std::map<std::pair<std::size_t, std::size_t>, int> active_blocks{};
  std::map<std::pair<std::size_t, std::size_t>, int> largest_clusters{};
  /// By dynamic shared memory and the limit on the threads.
  std::map<std::pair<std::size_t, std::size_t>, vendor::BestBlock> best_blocks{};
};

/// Properties of a kernel from its code and the driver.
struct KernelProperties {
  KernelInfo info{};
  std::vector<ArgumentType> parameter_types{};  ///< one per parameter, or empty if unknown
  /// One per parameter, with the type if it is known; empty if the code does not tell the sizes.
  std::vector<ArgumentShape> parameter_shapes{};
  std::size_t static_shared = 0;
  std::size_t max_threads = 0;
};

/// A kernel found by the driver. Thread-safety: const members can be called from any thread.
struct KernelState {
  /// @param code_info  information from the code
  KernelState(const Device& kernel_device, std::string kernel_name, vendor::FunctionHandle handle,
              KernelInfo code_info);

  Device device;
  std::string name;
  vendor::FunctionHandle function;
  std::uint64_t id;
  const ObservedModule* observed_module = nullptr;  ///< null without a launch observer
  /// The dynamic shared memory that the driver permits; 0 until the properties are queried.
  mutable std::atomic<std::size_t> allowed_shared{0};
  mutable OccupancyCache occupancy{};
  /// The address of the argument shapes that last passed the check.
  mutable std::atomic<const void*> accepted_arguments{nullptr};
  mutable RetriedOnce configuration{};

  /// Returns the properties. The first call queries the driver, which takes longer than finding the
  /// kernel and makes drivers with lazy loading load it.
  const KernelProperties& properties() const {
    if (!queried_.is_done()) [[unlikely]] {
      query();
    }
    return properties_;
  }

 private:
  void query() const;

  mutable RetriedOnce queried_{};
  mutable KernelProperties properties_;
};

/// Returns why a block cannot have that much dynamic shared memory, in words; empty if it can.
std::string shared_memory_fault(const KernelState& kernel, std::size_t dynamic_shared);

/// Raises the limit on the kernel's dynamic shared memory. The device must be current, and the
/// properties must have been queried.
void raise_shared_limit(const KernelState& kernel, std::size_t bytes);
inline void allow_shared(const KernelState& kernel, std::size_t bytes) {
  if (bytes > kernel.allowed_shared.load(std::memory_order_relaxed)) [[unlikely]] {
    raise_shared_limit(kernel, bytes);
  }
}

}  // namespace duet::detail
