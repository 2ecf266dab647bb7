#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/kernel.hpp>
#include <duet/load_options.hpp>
#include <duet/span.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
struct ModuleState;
[[noreturn]] void throw_bad_symbol_type(std::string_view name, std::size_t bytes,
                                        std::size_t element);
}  // namespace detail

/// Code loaded on a device. A cheap, shared handle: copies name the same module, and kernels keep
/// it loaded. The code is unloaded when the last of them goes; work that uses it must have
/// finished by then.
/// Thread-safety: all const members may be called from any thread.
class Module {
 public:
  Module() noexcept = default;
  Module(std::nullptr_t) = delete;

  /// @param options  for code that the driver compiles now; see there
  /// @throws LoadError  with the loader's log if the device refuses the code: another architecture,
  ///                    a truncated or damaged image, assembly newer than the driver
  /// @throws Error      invalid_argument for an option out of its range
  Module(const Device& device, const Code& code, const LoadOptions& options = {});

  /// Loads code from elsewhere (cubin, PTX, AMD code object, the CPU backend's shared object); the
  /// format is recognised. Kernels are found by their lowered names.
  /// @param image  needed during the call only
  /// @throws LoadError, Error  as above; `from_file` also io, naming the file
  Module(const Device& device, std::span<const std::byte> image, const LoadOptions& options = {});
  static Module from_file(const Device& device, const std::filesystem::path& path,
                          const LoadOptions& options = {});

  explicit operator bool() const noexcept { return state_ != nullptr; }
  /// @throws Error (invalid_handle) if empty
  const Device& device() const;

  /// What the loader said while it compiled the code; often empty, and always for machine code.
  /// What it says of code that it refuses is in `LoadError::log`.
  /// @throws Error (invalid_handle) if empty
  const std::string& load_log() const;

  /// @param name  a name expression given to `compile`, or a name in the code itself
  /// @throws Error (unknown_kernel) listing the kernels there are
  Kernel kernel(std::string_view name) const;

  /// The names `kernel` accepts: name expressions where known, else names in the code. Sorted.
  std::vector<std::string> kernel_names() const;

  /// The memory of a variable of namespace scope that is not const (`__device__`, `__constant__`),
  /// to be copied to and from with `duet::copy`, in stream order with the kernels that use it. It
  /// is there as long as the module is loaded: keep the module or a kernel of it.
  /// @tparam T    what the variable is, or is an array of
  /// @param name  as in the source, "scale" or "ns::table", or the name in the code. A variable
  ///              that no kernel uses may have been left out by the compiler; one that is static
  ///              has no name that can be relied on
  /// @throws Error  unknown_symbol listing the variables there are, as far as the code tells;
  ///                invalid_argument if its size is no multiple of T's
  template <typename T = std::byte>
  DeviceSpan<T> symbol(std::string_view name) const {
    const DeviceSpan<std::byte> bytes = symbol_bytes(name);
    if (bytes.size() % sizeof(T) != 0) {
      detail::throw_bad_symbol_type(name, bytes.size(), sizeof(T));
    }
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

  /// For duet's own use and for `native.hpp`.
  const detail::ModuleState& state() const;
  explicit Module(std::shared_ptr<detail::ModuleState> state) noexcept;

 private:
  DeviceSpan<std::byte> symbol_bytes(std::string_view name) const;

  std::shared_ptr<detail::ModuleState> state_{};
};

}  // namespace duet
DUET_API_END
