#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "target.hpp"

namespace hip_on_cuda {

/// The section of the written code objects that holds the cubin.
inline constexpr const char* cubin_section = ".nv_cubin";

/// Wraps a cubin in an ELF file like those of AMD's compiler (LLVM's "User Guide for AMDGPU
/// Backend", "ELF Code Object" and "Code Object Metadata" of version 4). Metadata and symbols
/// describe the cubin's kernels; the cubin takes the place of the instructions.
/// @param default_bound  as in describe_kernels
/// @throws duet::LoadError if the cubin is damaged
std::vector<std::byte> write_code_object(const Target& target, std::span<const std::byte> cubin,
                                         int default_bound);

}  // namespace hip_on_cuda
