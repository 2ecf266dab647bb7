#pragma once

// Contract: reading code and choosing the part of it that a device loads.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <duet/code.hpp>
#include <duet/kernel.hpp>

#include "vendor_check.hpp"

namespace duet::vendor {

/// The format of an image, by its first bytes. @throws LoadError if it is no code of this backend
CodeFormat recognise(std::span<const std::byte> image);

/// The kernels of an image that `recognise` accepted.
/// @throws LoadError if it is damaged or truncated
std::vector<KernelInfo> read_kernels(std::span<const std::byte> image);

/// The names of the variables in the code that module_symbol finds. Empty if the image does not
/// tell them.
std::vector<std::string> read_variables(std::span<const std::byte> image);

/// The image's part for a device, as module_load takes it. module_load takes no size, so text, for
/// instance, must end in a null byte.
/// @param architecture  the device's
/// @throws LoadError if the image lists its architectures and the device's is not among them
std::vector<std::byte> loadable(std::span<const std::byte> image, std::string_view architecture);

/// Code that module_load refused.
struct RefusedCode {
  Status status;
  std::span<const std::byte> image;  ///< from `loadable`
  std::string architecture;          ///< of the code; empty if unknown
  std::string device;                ///< the device's architecture
  std::string log;                   ///< the driver's
};

/// The likely cause and what to do, in addition to the driver's own message. May be empty.
std::string explain(const RefusedCode& code);

}  // namespace duet::vendor
