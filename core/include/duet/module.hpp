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
/// it loaded. The code is unloaded with the last handle; work that uses it must have finished by
/// then. Using an empty one (default-constructed or moved from) throws Error (invalid_handle).
/// Thread-safety: all const members may be called from any thread.
class Module {
 public:
  Module() noexcept = default;
  Module(std::nullptr_t) = delete;

  /// Loads code that `compile` returned.
  /// @param device   where to load it
  /// @param code     needed during the call only
  /// @param options  for code that the driver compiles on loading
  /// @throws LoadError  with the loader's log, if the device refuses the code: for another
  ///                    architecture, truncated or damaged, or assembly newer than the driver
  /// @throws Error      invalid_argument for an option out of its range
  Module(const Device& device, const Code& code, const LoadOptions& options = {});

  /// Loads code from elsewhere: cubin, PTX, AMD code object, or a shared object of the CPU backend.
  /// The format is recognised. Kernels have their names in the code.
  /// @param device   where to load it
  /// @param image    needed during the call only
  /// @param options  for code that the driver compiles on loading
  /// @throws LoadError  as above
  /// @throws Error      invalid_argument for an option out of its range
  Module(const Device& device, std::span<const std::byte> image, const LoadOptions& options = {});
  /// Loads code from a file, as from memory.
  /// @throws LoadError  as above
  /// @throws Error      io, naming the file, if it cannot be read; invalid_argument as above
  static Module from_file(const Device& device, const std::filesystem::path& path,
                          const LoadOptions& options = {});

  /// Whether this names a module: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return state_ != nullptr; }
  /// The device that the module is loaded on.
  /// @throws Error  invalid_handle if empty
  const Device& device() const;

  /// What the loader printed while it compiled the code. Often empty; always for machine code. For
  /// refused code the text is in `LoadError::log`.
  /// @throws Error  invalid_handle if empty
  const std::string& load_log() const;

  /// What the compiler printed when it compiled the code: its warnings. Also of code that `jit`
  /// found in the cache; empty for code that is not a result of `compile`.
  /// @throws Error  invalid_handle if empty
  const std::string& compile_log() const;

  /// Finds a kernel.
  /// Finds it quickly if the module found the same name before.
  /// @param name  a name expression of `Program::kernels`; "ns::scale" for a kernel of that name
  ///              that is no template, listed or not; "k<float>" for an explicit instantiation; or
  ///              the name in the code
  /// @returns a handle that keeps the module loaded
  /// @throws Error  unknown_kernel, listing the module's kernels and saying how the name becomes
  ///                known, or if several kernels have the name; invalid_handle if empty
  Kernel kernel(std::string_view name) const;

  /// The kernels by name, sorted: name expressions of `Program::kernels`, and of other kernels the
  /// names with namespaces and template arguments.
  std::vector<std::string> kernel_names() const;

  /// The memory of a non-const variable of namespace scope (`__device__`, `__constant__`). Copy to
  /// and from it with `duet::copy`, in the order of the stream that runs the kernels. It exists
  /// while the module is loaded: keep the module or one of its kernels.
  /// @tparam T    the type of the variable or, for an array, of its elements
  /// @param name  as in the source, "scale", "ns::table" or "table<float>", or the name in the
  ///              code. The compiler may drop a variable that no kernel uses; a static variable has
  ///              no reliable name, nor has an instance of a template in NVRTC's code
  /// @returns a view of the variable
  /// @throws Error  unknown_symbol, listing the variables if the code tells them; invalid_argument
  ///                if the size is not a multiple of T's; invalid_handle if empty
  template <typename T = std::byte>
  DeviceSpan<T> symbol(std::string_view name) const {
    const DeviceSpan<std::byte> bytes = symbol_bytes(name);
    if (bytes.size() % sizeof(T) != 0) {
      detail::throw_bad_symbol_type(name, bytes.size(), sizeof(T));
    }
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T), bytes.home()};
  }

  /// Internal, and for native.hpp: the state behind the handle.
  const detail::ModuleState& state() const;
  /// Internal: a handle of a state.
  explicit Module(std::shared_ptr<detail::ModuleState> state) noexcept;

 private:
  DeviceSpan<std::byte> symbol_bytes(std::string_view name) const;

  std::shared_ptr<detail::ModuleState> state_{};
};

}  // namespace duet
DUET_API_END
