#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cpu/prelude/abi.hpp"

namespace duet::cpu {

/// What an object file says of one of its kernels.
struct KernelDescription {
  std::string name;
  std::vector<std::size_t> parameter_bytes;
  std::vector<std::string> parameter_types;  ///< empty texts where unknown
  unsigned max_threads;                      ///< 0 if the kernel has no launch bounds
  std::size_t index;                         ///< in the exported array of functions
  duet_cpu::Form form;
  std::optional<std::size_t> shared_bytes;  ///< static shared memory, if known
};

/// What an object file says of itself.
struct CodeDescription {
  std::string architecture;
  unsigned wave_size;
  std::vector<KernelDescription> kernels;
};

/// A variable of namespace scope that can be written to.
struct VariableDescription {
  std::string name;      ///< in the code
  std::uint64_t offset;  ///< from where the file is loaded
  std::size_t bytes;
};

/// Those of an image that `describe_code` accepts. None if it was stripped.
std::vector<VariableDescription> describe_variables(std::span<const std::byte> image);

/// @throws LoadError if the image is none that this backend made, or damaged
CodeDescription describe_code(std::span<const std::byte> image);

/// The size of an ELF file from its header; 0 if there is none. Reads no more than the header.
std::size_t image_bytes(const void* image) noexcept;

}  // namespace duet::cpu
