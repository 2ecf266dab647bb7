#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <duet/kernel.hpp>

namespace duet::vendor {

/// @throws LoadError if the ELF file is damaged, truncated or not for NVIDIA GPUs
void check_cubin(std::span<const std::byte> image);

/// The kernels of a cubin. @throws LoadError as above
std::vector<KernelInfo> read_cubin(std::span<const std::byte> image);

}  // namespace duet::vendor
