#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "target.hpp"

namespace hip_on_cuda {

/// Where an AMD code object made here keeps NVIDIA's code.
inline constexpr const char* cubin_section = ".nv_cubin";

/// An ELF file as AMD's compiler makes it (LLVM's "User Guide for AMDGPU Backend", "ELF Code
/// Object" and "Code Object Metadata" of version 4), with the kernels of the cubin in its metadata
/// and symbols, and the cubin itself in the place of the instructions.
/// @param default_bound  as in describe_kernels
/// @throws duet::LoadError if the cubin is damaged
std::vector<std::byte> write_code_object(const Target& target, std::span<const std::byte> cubin,
                                         int default_bound);

}  // namespace hip_on_cuda
