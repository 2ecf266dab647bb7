#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <duet/error.hpp>
#include <duet/export.hpp>
#include <duet/shape.hpp>

DUET_API_BEGIN
namespace duet {

/// The backend that this library was built for: "CUDA", "HIP" or "CPU". Static storage.
const char* backend_name() noexcept;

/// What a device is and what it can do. Sizes are in bytes unless a member says otherwise.
struct DeviceInfo {
  std::string name{};  ///< Marketing name.
  std::string
      architecture{};  ///< As `compile` takes it: "sm_90", "gfx90a:sramecc+:xnack-", "x86-64-v3".
  /// NVIDIA: the compute capability, 9 and 0 for sm_90. AMD: of the processor's number, 9 and 0 for
  /// gfx90a, 11 and 0 for gfx1100. CPU: 0 and 0.
  int compute_major = 0;
  int compute_minor = 0;     ///< See `compute_major`.
  std::string uuid{};        ///< "GPU-" and what the vendor's tools print; empty if there is none.
  std::string pci_bus_id{};  ///< "domain:bus:device.function"; empty if there is none.
  int wave_size = 0;         ///< Threads that execute together (warp, wavefront).
  int multiprocessors = 0;   ///< Multiprocessors, compute units, or worker threads on CPU.
  int clock_khz = 0;         ///< Peak clock in kHz; 0 if unknown.
  std::size_t total_memory = 0;  ///< Device memory.
  std::size_t l2_bytes = 0;      ///< Last-level cache; 0 if unknown.
  /// Largest `LaunchShape::l2_window`; 0: windows are ignored. NVIDIA from sm_80 on.
  std::size_t max_l2_window = 0;
  std::size_t max_persisting_l2 = 0;     ///< Largest `DeviceLimit::persisting_l2`.
  std::size_t shared_per_block = 0;      ///< Shared memory that a block has by default.
  std::size_t max_shared_per_block = 0;  ///< Largest shared memory of a block, static plus dynamic.
  int registers_per_block = 0;           ///< 32-bit registers; 0 if it does not apply.
  int max_threads_per_block = 0;         ///< Largest number of threads in a block.
  /// Largest number of threads of all blocks on a multiprocessor; on CPU, of cooperative blocks.
  int max_threads_per_multiprocessor = 0;
  Dim3 max_block{};                        ///< Largest extents of a block, in threads.
  Dim3 max_grid{};                         ///< Largest extents of a grid, in blocks.
  bool managed_memory = false;             ///< Has memory that host and device both address.
  bool concurrent_managed_access = false;  ///< The host may use managed memory while kernels run.
  /// `advise` and `prefetch` have an effect on managed memory (duet/managed_memory.hpp). On the CPU
  /// they are checked, and move nothing.
  bool managed_prefetch = false;
  /// Kernels can use the host's addresses of RegisteredMemory.
  bool registered_memory_access = false;
  bool memory_pools = false;  ///< Has stream-ordered allocation.
  /// Streams wait for a Fence on the device. Without, a host function waits, which delays those of
  /// other streams: what signals must then be submitted before what waits, or come from the host.
  bool stream_values = false;
  bool ipc = false;             ///< Processes share its memory and events (duet/ipc.hpp).
  bool virtual_memory = false;  ///< Memory can be mapped to addresses piece by piece.
  /// All blocks of a grid can be resident at once, and the driver can launch such grids (HIP: from
  /// 5.5 on).
  bool cooperative_launch = false;
  bool cluster_launch = false;  ///< Blocks can be launched in clusters: NVIDIA from sm_90 on.
  /// `LaunchShape::programmatic` has an effect: NVIDIA from sm_90 on.
  bool programmatic_launch = false;
  /// The driver makes and launches graphs (duet/graph.hpp).
  bool graph_launch = false;
  /// Graphs may contain cooperative grids; encoders launch them one by one elsewhere.
  bool graph_cooperative_launch = false;
  /// Graphs may contain launches with clusters.
  bool graph_cluster_launch = false;
  /// The parameters of an executable graph can be changed while it runs, for its later runs: NVIDIA
  /// and CPU. Elsewhere duet waits, or takes another executable.
  bool graph_update_while_running = false;
  /// Encoders and prepared launches use graphs unless they are told otherwise: NVIDIA.
  bool graphs_by_default = false;
  /// Launches into a captured stream become nodes of a graph (duet/capture.hpp): all but HIP before
  /// 5.3.
  bool stream_capture = false;
  /// Launches of graphs into a captured stream become child graphs: NVIDIA and CPU. They are
  /// refused elsewhere, where drivers run them at once.
  bool graph_launch_capture = false;
  bool integrated = false;              ///< Shares physical memory with the host.
  bool pageable_memory_access = false;  ///< Kernels can access all host memory, as on GH200.
};

/// Device memory in bytes.
struct MemoryInfo {
  std::size_t free = 0;   ///< What is free now.
  std::size_t total = 0;  ///< What the device has.
};

/// What a device reserves for its kernels.
enum class DeviceLimit {
  stack,  ///< Stack of a thread, in bytes.
  print,  ///< Buffer of printf, in bytes; what does not fit is lost.
  heap,   ///< Memory for malloc in kernels, in bytes.
  /// Level-2 cache for lines that persist (LaunchShape::l2_window), in bytes. NVIDIA from sm_80 on.
  persisting_l2
};

/// The name of a limit, such as "stack". Static storage, never null.
const char* name_of(DeviceLimit limit) noexcept;

namespace detail {
struct DeviceState;
}

/// A device of the backend. A cheap value: copies name the same device. The state behind it (on
/// CUDA the primary context, shared with the CUDA runtime) lives until the process ends.
/// Thread-safety: all members may be called from any thread.
class Device {
 public:
  /// Number of devices: 0 if the driver is missing or finds none; `unavailable_reason()` says why.
  /// Does not throw for that.
  static int count();

  /// All devices, in the order of their ordinals. Opens them.
  static std::vector<Device> all();

  /// Why `count()` is 0; empty if there is a device.
  static std::optional<Error> unavailable_reason();

  /// Opens a device.
  /// @param ordinal  0 to count() - 1
  /// @throws Error  no_driver or no_device with the places searched; invalid_argument if there is
  /// no
  ///                such device
  explicit Device(int ordinal);
  explicit Device(std::nullptr_t) = delete;

  /// The number that the device was opened by.
  int ordinal() const noexcept;
  /// What the device is and can do. Valid until the process ends.
  const DeviceInfo& info() const noexcept;

  /// Device memory that is free now, in bytes.
  /// @throws Error  what the driver reports
  std::size_t free_memory() const;
  /// Device memory that is free now and in total, in bytes.
  /// @throws Error  what the driver reports
  MemoryInfo memory_info() const;

  /// A limit of the device in this process, in bytes.
  /// @throws Error  not_supported if the device or driver has no such limit
  std::size_t limit(DeviceLimit limit) const;
  /// Sets a limit, for kernels that are launched from now on. Drivers round, and refuse changes of
  /// `print` and `heap` after the first kernel that uses them.
  /// @param limit  which
  /// @param bytes  not 0, except for `persisting_l2`
  /// @throws Error  not_supported if the device or driver cannot change the limit;
  ///                invalid_argument for a size that it refuses
  void set_limit(DeviceLimit limit, std::size_t bytes) const;

  /// Makes lines that persist in the level-2 cache (LaunchShape::l2_window) normal again. No-op on
  /// devices without `DeviceInfo::max_l2_window`.
  /// @throws Error  what the driver reports
  void reset_persisting_l2() const;

  /// Whether kernels of this device could access the memory of another one, with
  /// `enable_peer_access`.
  bool can_access(const Device& peer) const;
  /// Lets kernels of this device access the memory of another one, in this process from now on. A
  /// second call does nothing.
  /// @throws Error  not_supported if the hardware does not connect the devices
  void enable_peer_access(const Device& peer) const;

  /// Waits for all work on all streams of the device.
  /// @throws Error  launch_failed and other failures of that work
  void synchronize() const;

  friend bool operator==(const Device&, const Device&) = default;
  /// Orders devices by their ordinals.
  friend std::strong_ordering operator<=>(const Device& a, const Device& b) noexcept {
    return a.ordinal() <=> b.ordinal();
  }

  /// Internal: the device of a state.
  explicit Device(const detail::DeviceState& state) noexcept : state_(&state) {}
  /// Internal: the state of the device.
  const detail::DeviceState& state() const noexcept { return *state_; }

 private:
  const detail::DeviceState* state_;
};

/// Makes a device's context current on this thread, for calls of the vendor's driver and of
/// libraries. duet's own calls do it themselves, and leave it current.
/// @throws Error  what the driver reports
void make_current(const Device& device);

}  // namespace duet
DUET_API_END

/// @cond
template <>
struct std::hash<duet::Device> {
  std::size_t operator()(const duet::Device& device) const noexcept {
    return std::hash<const void*>()(&device.state());
  }
};
/// @endcond
