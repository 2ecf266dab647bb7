#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cpu/prelude/abi.hpp"

namespace duet::cpu {

/// A kernel as its object file describes it.
struct KernelDescription {
  std::string name;
  std::vector<std::size_t> parameter_bytes;
  std::vector<std::string> parameter_types;  ///< empty if unknown
  unsigned max_threads;                      ///< 0 if the kernel has no launch bounds
  std::size_t index;                         ///< in the exported array of functions
  duet_cpu::Form form;
  std::optional<std::size_t> shared_bytes;  ///< static shared memory, if known
};

/// An object file's description of itself.
struct CodeDescription {
  std::string architecture;
  unsigned wave_size;
  std::vector<KernelDescription> kernels;
};

/// A writable variable of namespace scope.
struct VariableDescription {
  std::string name;      ///< mangled
  std::uint64_t offset;  ///< from the address that the file is loaded at
  std::size_t bytes;
};

/// The variables of an image that `describe_code` accepts. Empty if the image was stripped.
std::vector<VariableDescription> describe_variables(std::span<const std::byte> image);

/// Reads an image's description.
/// @throws LoadError if the image is damaged or was not made by this version of this backend
CodeDescription describe_code(std::span<const std::byte> image);

}  // namespace duet::cpu
