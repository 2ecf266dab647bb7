#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include <duet/module.hpp>

#include "base/launch_observer.hpp"
#include "code_contents.hpp"
#include "kernel_state.hpp"

namespace duet {
struct HeaderManifest;
}

namespace duet::detail {

/// Owns the vendor's module and its kernels. The addresses of kernels are stable.
struct ModuleState {
  /// @param image  a result of `vendor::loadable`
  ModuleState(const Device& module_device, std::span<const std::byte> image,
              CodeContents code_contents, const LoadOptions& options);
  /// Of a module that other code loaded.
  /// @param owner  keeps it loaded; may be null
  /// @param owns   whether this unloads it
  ModuleState(const Device& module_device, vendor::ModuleHandle loaded, CodeContents code_contents,
              std::shared_ptr<const void> owner, bool owns);
  ModuleState(const ModuleState&) = delete;
  ModuleState& operator=(const ModuleState&) = delete;
  ~ModuleState();

  /// @param name  as for `find_kernel`
  const KernelState& kernel(std::string_view name);

  Device device;
  CodeContents contents;
  vendor::ModuleHandle handle{};
  std::string log;                             ///< the loader's output
  std::unique_ptr<ObservedModule> observed{};  ///< null without a launch observer
  /// What `jit` compiled, for messages; set before the module is shared. Null for other code.
  mutable std::shared_ptr<const Program> program{};
  /// The headers in folders with which it was compiled; set as `program`. Null if there are none.
  mutable std::shared_ptr<const HeaderManifest> headers{};

 private:
  const KernelState& load_kernel(const std::string& code_name);

  std::shared_ptr<const void> owner_{};
  bool owns_ = true;
  std::mutex mutex_{};                                                ///< guards the maps
  std::map<std::string, std::unique_ptr<KernelState>> kernels_{};     ///< by name in the code
  std::map<std::string, const KernelState*, std::less<>> by_name_{};  ///< names found before
};

}  // namespace duet::detail
