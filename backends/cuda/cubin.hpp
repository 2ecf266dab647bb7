#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <duet/kernel.hpp>

#include "base/elf_image.hpp"

namespace duet::vendor {

/// @throws LoadError if the ELF file is damaged, truncated or not for NVIDIA GPUs
void check_cubin(std::span<const std::byte> image);

/// The kernels of a cubin. @throws LoadError as above
std::vector<KernelInfo> read_cubin(std::span<const std::byte> image);

/// The names of the variables at namespace scope, as module_symbol takes them.
std::vector<std::string> cubin_variables(const ElfImage& elf);

}  // namespace duet::vendor
