#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <duet/load_options.hpp>

#include "driver/device_state.hpp"

namespace duet::detail {

/// Code that the driver holds.
struct LoadedModule {
  vendor::ModuleHandle handle{};
  std::string log{};  ///< what the loader said
};

/// @param image      as `vendor::loadable` gives it
/// @param built_for  the architecture, for messages; empty if it is not known
/// @throws LoadError with the loader's log; Error (invalid_argument) naming an option
LoadedModule load_code(const Device& device, std::span<const std::byte> image,
                       const std::string& built_for, const LoadOptions& options);

}  // namespace duet::detail
