#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <duet/load_options.hpp>

#include "driver/device_state.hpp"

namespace duet::detail {

/// A module loaded by the driver.
struct LoadedModule {
  vendor::ModuleHandle handle{};
  std::string log{};  ///< the loader's output
};

/// @param image      a result of `vendor::loadable`
/// @param built_for  the code's architecture for messages; may be empty
/// @throws LoadError with the loader's log; Error (invalid_argument) that names an invalid option
LoadedModule load_code(const Device& device, std::span<const std::byte> image,
                       const std::string& built_for, const LoadOptions& options);

}  // namespace duet::detail
