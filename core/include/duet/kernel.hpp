#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <duet/device.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
struct KernelState;
}

/// What compiled code says of a kernel. Sizes are in bytes; a member that the code does not tell is
/// empty.
struct KernelInfo {
  std::string name{};  ///< Name in the code.
  /// What the code was compiled for, as in `Code`, but without the suffix of "sm_90a"; may be
  /// empty.
  std::string architecture{};
  std::optional<int> wave_size{};             ///< Lanes of a wave that the code was compiled for.
  std::optional<int> registers{};             ///< 32-bit (vector) registers of a thread.
  std::optional<std::size_t> shared_bytes{};  ///< Static shared memory of a block.
  std::optional<std::size_t> local_bytes{};   ///< Stack, spills and local arrays of a thread.
  /// `__constant__` variables of the code; 0 or empty if they are in global memory, as on AMD.
  std::optional<std::size_t> constant_bytes{};
  std::optional<int> max_threads{};  ///< Largest number of threads in a block.
  std::optional<std::vector<std::size_t>>
      parameter_bytes{};  ///< Sizes of the parameters, in order.
  /// Types of the parameters, in order, as demanglers write them: "float const*". On CUDA and HIP
  /// they come from the mangled name, so extern "C" kernels have none. On CPU all kernels have
  /// them, but with "" for a structure and "void*" for a pointer to one.
  std::optional<std::vector<std::string>> parameter_types{};
  /// How the CPU backend runs the threads of a block: "loop" (one after the other), "vector loop"
  /// (several at a time; only clang reports it) or "fibers" (they can wait for each other, at a
  /// higher cost). Empty on other backends.
  std::string form{};
};

/// Reads what compiled code says of its kernels. Needs no device. Thread-safety: any thread.
/// @param image  any code that Module loads; needed during the call only
/// @returns one entry for each kernel
/// @throws LoadError  if the image is damaged or for another backend
std::vector<KernelInfo> read_kernels(std::span<const std::byte> image);

/// Demangles a name in code: "void saxpy<float>(float, float const*)". A name that is not mangled,
/// such as that of an extern "C" kernel, is returned unchanged. Thread-safety: any thread.
std::string readable_name(const std::string& name);

/// A kernel of a loaded module, which it keeps loaded. A cheap, shared handle. Using an empty one
/// (default-constructed or moved from) throws Error (invalid_handle).
/// Thread-safety: all const members may be called from any thread.
class Kernel {
 public:
  Kernel() noexcept = default;
  Kernel(std::nullptr_t) = delete;

  /// Whether this names a kernel: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return state_ != nullptr; }

  /// The device that the kernel is loaded on.
  const Device& device() const;
  /// The name expression that it was listed by, else its name with namespaces and template
  /// arguments.
  const std::string& name() const;
  /// What the code says of the kernel, completed by what the driver says. The driver is queried on
  /// the first call.
  /// @throws Error  what the driver reports
  const KernelInfo& info() const;
  /// A number that identifies the kernel. Unlike native handles it is never reused in a process.
  std::uint64_t id() const;

  /// Calls `configure` once for this kernel of this loaded module, however many handles name it.
  /// Use it to set lasting properties where a kernel is obtained.
  ///
  ///     Kernel kernel = module.kernel("tiles<float>").configure_once([](const Kernel& kernel) {
  ///       kernel.set_shared_carveout(100);
  ///     });
  ///
  /// Concurrent callers block until it is done. An exception from `configure` is passed on, and the
  /// next caller tries again.
  /// @param configure  called on this thread with this kernel, or not at all; not kept
  /// @returns this kernel
  /// @throws Error  invalid_argument for an empty function, or if `configure` calls this for the
  ///                same kernel
  Kernel configure_once(const std::function<void(const Kernel&)>& configure) const;

  /// Sets how much of the memory that shared memory and first-level cache share is used as shared
  /// memory, for all later launches. A hint: the device may round it up or ignore it. No effect on
  /// AMD, where the two are separate, and on CPU.
  /// @param percent  0 (all cache) to 100 (as much shared memory as possible); empty: the driver's
  ///                 choice
  /// @throws Error  invalid_argument for other numbers
  void set_shared_carveout(std::optional<int> percent) const;

  /// Allows launches to use more dynamic shared memory than `DeviceInfo::shared_per_block`.
  /// `launch` and the functions of duet/occupancy.hpp do this themselves; it is needed for launches
  /// of the native handle by other means. The limit is never lowered. No effect on AMD and on CPU,
  /// where every launch may use all shared memory.
  /// @param bytes  dynamic shared memory of a block
  /// @throws Error  invalid_argument if a block cannot have that much
  void set_max_dynamic_shared(std::size_t bytes) const;

  /// Whether both name the same kernel of the same loaded module, or are both empty.
  friend bool operator==(const Kernel&, const Kernel&) = default;

  /// Internal, and for native.hpp: the state behind the handle.
  const detail::KernelState& state() const;
  /// Internal: the address of the state, null if empty.
  const void* address() const noexcept { return state_.get(); }
  /// Internal: a handle of a state.
  explicit Kernel(std::shared_ptr<const detail::KernelState> state) noexcept;

 private:
  std::shared_ptr<const detail::KernelState> state_{};
};

}  // namespace duet
DUET_API_END
