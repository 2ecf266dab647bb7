#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <duet/kernel.hpp>
#include <duet/module.hpp>

#include "device_state.hpp"
#include "parameter_types.hpp"

namespace duet::detail {

struct KernelState {
  Device device;
  std::string name;
  vendor::FunctionHandle function;
  KernelInfo info;
  std::optional<std::vector<ParameterType>> parameter_types;
  std::size_t static_shared;
  std::size_t max_threads;
  std::uint64_t id;
  /// Dynamic shared memory the driver was told to allow.
  mutable std::atomic<std::size_t> allowed_shared;
  /// The shapes of arguments that were found right last, by their address.
  mutable std::atomic<const void*> accepted{nullptr};
};

/// Owns the vendor's module and its kernels, whose addresses stay.
struct ModuleState {
  ModuleState(const Device& on, std::span<const std::byte> image,
              std::map<std::string, std::string> lowered, const std::string& built_for);
  ModuleState(const ModuleState&) = delete;
  ModuleState& operator=(const ModuleState&) = delete;
  ~ModuleState();

  /// @param lowered  a name that `kernels` lists
  const KernelState& kernel(const std::string& lowered);

  Device device;
  std::map<std::string, std::string> lowered_names;  ///< name expression → name in the code
  std::vector<KernelInfo> infos;
  vendor::ModuleHandle handle{};

 private:
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<KernelState>> kernels_;
};

}  // namespace duet::detail
