#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include <duet/module.hpp>

#include "code_contents.hpp"
#include "kernel_state.hpp"

namespace duet::detail {

/// Owns the vendor's module and its kernels, whose addresses stay.
struct ModuleState {
  /// @param image  as `vendor::loadable` gives it
  ModuleState(const Device& on, std::span<const std::byte> image, CodeContents what,
              const LoadOptions& options);
  ModuleState(const ModuleState&) = delete;
  ModuleState& operator=(const ModuleState&) = delete;
  ~ModuleState();

  /// @param lowered  a name that `contents` lists
  const KernelState& kernel(const std::string& lowered);

  Device device;
  CodeContents contents;
  vendor::ModuleHandle handle{};
  std::string log;                     ///< what the loader said
  std::unique_ptr<KeptModule> kept{};  ///< while launches are kept

 private:
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<KernelState>> kernels_;
};

}  // namespace duet::detail
