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

/// What compiled code says of one kernel. Sizes are in bytes; a field the code does not tell is
/// empty.
struct KernelInfo {
  std::string name{};                         ///< The name in the code.
  std::string architecture{};                 ///< What the code was compiled for, as in `Code`, but
                                              ///< without the letter of "sm_90a". May be empty.
  std::optional<int> wave_size{};             ///< Lanes of a wave, as the code was compiled.
  std::optional<int> registers{};             ///< 32-bit (vector) registers a thread.
  std::optional<std::size_t> shared_bytes{};  ///< Static shared memory a block.
  std::optional<std::size_t> local_bytes{};   ///< Stack, spills and local arrays a thread.
  std::optional<std::size_t> constant_bytes{};  ///< __constant__ variables of the code; where they
                                                ///< lie in global memory, as on AMD, 0 or empty.
  std::optional<int> max_threads{};             ///< The most threads a block may have.
  std::optional<std::vector<std::size_t>> parameter_bytes{};  ///< Sizes of the parameters in order.
  /// Types of the parameters in order, as demanglers spell them: "float const*". On CUDA and HIP
  /// told by the kernel's mangled name, so not for extern "C" kernels. On CPU known of all kernels,
  /// but "" for a structure and "void*" for a pointer to one.
  std::optional<std::vector<std::string>> parameter_types{};
  /// How the threads of a block are run where there is a choice. On CPU: "loop" (one after the
  /// other), "vector loop" (several at a time; only clang tells) or "fibers" (they wait for each
  /// other, which costs more).
  std::string form{};
};

/// Reads what a piece of code says of its kernels, without a device.
/// @param image  any code that `Module` loads
/// @throws LoadError if the image is damaged or of another backend
std::vector<KernelInfo> read_kernels(std::span<const std::byte> image);

/// A name in code as its author wrote it, "void saxpy<float>(float, float const*)"; one that is not
/// mangled, as that of an extern "C" kernel, unchanged. Thread-safety: any thread.
std::string readable_name(const std::string& name);

/// A kernel of a loaded module, which it keeps loaded. A cheap, shared handle.
/// Thread-safety: all const members may be called from any thread.
class Kernel {
 public:
  Kernel() noexcept = default;
  Kernel(std::nullptr_t) = delete;

  explicit operator bool() const noexcept { return state_ != nullptr; }
  /// The members below throw Error (invalid_handle) if this is empty.

  const Device& device() const;
  /// The name it was asked for by.
  const std::string& name() const;
  /// What the code says, completed by what the driver says, which is asked the first time.
  /// @throws Error  what the driver reports
  const KernelInfo& info() const;
  /// Never reused in a process, unlike native handles: safe as a key.
  std::uint64_t id() const;

  /// Calls `configure` unless that has been done for this kernel of this loaded module, whichever
  /// handle names it: the place to set what lasts, where a kernel is first got.
  ///
  ///     Kernel kernel = module.kernel("tiles<float>").configure_once([](const Kernel& kernel) {
  ///       kernel.set_shared_carveout(100);
  ///     });
  ///
  /// Threads that come meanwhile wait until it is done. What it throws is passed on, and the next
  /// caller tries again.
  /// @param configure  called on this thread with this kernel, or not at all; not kept
  /// @returns this kernel
  /// @throws Error  invalid_argument if `configure` calls this for the same kernel
  Kernel configure_once(const std::function<void(const Kernel&)>& configure) const;

  /// How much of a multiprocessor's memory that is shared memory or first-level cache the kernel
  /// would have as shared memory. A wish, which the device may round up or ignore; for all launches
  /// from now on. No effect on AMD, where the two are separate, and on CPU.
  /// @param percent  0 (all cache) to 100 (as much shared memory as there can be); nothing: as the
  ///                 driver thinks best
  /// @throws Error (invalid_argument) for other numbers
  void set_shared_carveout(std::optional<int> percent) const;

  /// Lets launches have that much dynamic shared memory, beyond the `DeviceInfo::shared_per_block`
  /// that all may have. `launch` and what is in occupancy.hpp do so by themselves: this is for
  /// launches by other means, of the native handle. It is never lowered. On AMD and on CPU every
  /// launch may have all there is.
  /// @param bytes  of dynamic shared memory a block
  /// @throws Error (invalid_argument) if a block cannot have that much
  void set_max_dynamic_shared(std::size_t bytes) const;

  /// For duet's own use and for `native.hpp`.
  const detail::KernelState& state() const;
  explicit Kernel(std::shared_ptr<const detail::KernelState> state) noexcept;

 private:
  std::shared_ptr<const detail::KernelState> state_{};
};

}  // namespace duet
DUET_API_END
