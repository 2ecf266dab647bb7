#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <duet/kernel.hpp>

namespace duet::vendor {

/// @throws LoadError if the ELF file is damaged, truncated or not for AMD GPUs
void check_code_object(std::span<const std::byte> image);

/// The kernels of a code object. @throws LoadError as above, and if the metadata is missing or
/// damaged
std::vector<KernelInfo> read_code_object(std::span<const std::byte> image);

}  // namespace duet::vendor
