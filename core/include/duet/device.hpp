#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <duet/error.hpp>
#include <duet/export.hpp>
#include <duet/shape.hpp>

DUET_API_BEGIN
namespace duet {

/// The backend this library was built for: "CUDA", "HIP" or "CPU".
const char* backend_name() noexcept;

/// What a device is and can do. Sizes are in bytes unless said otherwise.
struct DeviceInfo {
  std::string name{};  ///< Marketing name.
  std::string
      architecture{};  ///< What `compile` takes: "sm_90", "gfx90a:sramecc+:xnack-", "x86-64-v3".
  std::string pci_bus_id{};  ///< "domain:bus:device.function"; empty where there is none.
  int wave_size = 0;         ///< Threads that execute together (warp, wavefront).
  int multiprocessors = 0;   ///< Multiprocessors, compute units, or worker threads on CPU.
  int clock_khz = 0;         ///< Peak clock in kHz; 0 if unknown.
  std::size_t total_memory = 0;
  std::size_t l2_bytes = 0;              ///< Last-level cache; 0 if unknown.
  std::size_t shared_per_block = 0;      ///< Shared memory a block gets without asking for more.
  std::size_t max_shared_per_block = 0;  ///< The most a block can have (static + dynamic).
  int registers_per_block = 0;           ///< 32-bit registers; 0 where it does not apply.
  int max_threads_per_block = 0;
  int max_threads_per_multiprocessor = 0;  ///< Of all blocks together; on CPU, of cooperative ones.
  Dim3 max_block{};
  Dim3 max_grid{};
  bool managed_memory = false;             ///< Memory that host and device both address.
  bool concurrent_managed_access = false;  ///< Host may touch managed memory while kernels run.
  bool memory_pools = false;               ///< Stream-ordered allocation.
  bool cooperative_launch = false;  ///< All blocks of a grid can be alive at once; the driver, too,
                                    ///< has to be able to launch so (HIP: from 5.5 on).
  bool cluster_launch = false;      ///< Blocks can be launched in clusters: NVIDIA from sm_90 on.
  bool integrated = false;          ///< Shares physical memory with the host.
};

namespace detail {
struct DeviceState;
}

/// One device of the configured backend. A cheap value: copies name the same device, whose state
/// (on CUDA: the primary context, shared with the CUDA runtime) lives until the process ends.
/// Thread-safety: all members may be called from any thread.
class Device {
 public:
  /// How many devices there are. 0 when the driver is missing or finds none; never throws for
  /// that: `unavailable_reason()` tells why.
  static int count();

  /// Why `count()` is 0, or nothing when there is a device.
  static std::optional<Error> unavailable_reason();

  /// @param ordinal  0 … count()-1
  /// @throws Error  no_driver, no_device with the places tried; invalid_argument for an ordinal
  ///                that does not exist
  explicit Device(int ordinal);
  explicit Device(std::nullptr_t) = delete;

  int ordinal() const noexcept;
  const DeviceInfo& info() const noexcept;

  /// Device memory that is free now, in bytes.
  std::size_t free_memory() const;

  /// Waits for all work on all streams of the device.
  /// @throws Error  launch_failed and others that the work raised
  void synchronize() const;

  friend bool operator==(const Device&, const Device&) = default;

  /// For duet's own use.
  explicit Device(const detail::DeviceState& state) noexcept : state_(&state) {}
  const detail::DeviceState& state() const noexcept { return *state_; }

 private:
  const detail::DeviceState* state_;
};

}  // namespace duet
DUET_API_END
