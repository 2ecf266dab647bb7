#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "target.hpp"

namespace hip_on_cuda {

/// A kernel's properties that both cubins and AMD's code objects contain.
struct KernelDescription {
  std::string name;
  std::vector<std::size_t> parameter_bytes;
  std::vector<std::size_t> parameter_offsets;
  int registers = 0;
  std::size_t shared_bytes = 0;
  std::size_t local_bytes = 0;
  int max_threads = 0;
};

/// Reads the kernels of a cubin.
/// @param default_bound  the maximum block size of a kernel without __launch_bounds__
/// @throws duet::LoadError if the cubin is damaged
std::vector<KernelDescription> describe_kernels(std::span<const std::byte> cubin,
                                                int default_bound);

/// The content of the note NT_AMDGPU_METADATA, in MessagePack.
std::vector<std::uint8_t> code_metadata(const Target& target,
                                        std::span<const KernelDescription> kernels);

}  // namespace hip_on_cuda
