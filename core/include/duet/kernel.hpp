#pragma once

#include <cstddef>
#include <cstdint>
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
  std::optional<int> max_threads{};           ///< The most threads a block may have.
  std::optional<std::vector<std::size_t>> parameter_bytes{};  ///< Sizes of the parameters in order.
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
  const KernelInfo& info() const;
  /// Never reused in a process, unlike native handles: safe as a key.
  std::uint64_t id() const;

  /// For duet's own use and for `native.hpp`.
  const detail::KernelState& state() const;
  explicit Kernel(std::shared_ptr<const detail::KernelState> state) noexcept;

 private:
  std::shared_ptr<const detail::KernelState> state_{};
};

}  // namespace duet
DUET_API_END
