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

namespace duet::detail {

/// Owns the vendor's module and its kernels. The addresses of kernels are stable.
struct ModuleState {
  /// @param image  a result of `vendor::loadable`
  ModuleState(const Device& module_device, std::span<const std::byte> image,
              CodeContents code_contents, const LoadOptions& options);
  ModuleState(const ModuleState&) = delete;
  ModuleState& operator=(const ModuleState&) = delete;
  ~ModuleState();

  /// @param lowered  the name of a kernel in the code
  const KernelState& kernel(const std::string& lowered);

  Device device;
  CodeContents contents;
  vendor::ModuleHandle handle{};
  std::string log;                             ///< the loader's output
  std::unique_ptr<ObservedModule> observed{};  ///< null without a launch observer

 private:
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<KernelState>> kernels_;
};

}  // namespace duet::detail
