#pragma once

// Contract: which types duet::MatrixTile multiplies by instructions (duet/device/matrix.hpp), and
// how matrices are multiplied without.

#include <string>

#include <duet/data_type.hpp>

namespace duet::vendor {

/// Whether code for a target has matrix instructions for operands of a type. Equal to what the
/// vendor's device header says.
/// @param architecture  as `compile` takes it, or as a device has it
bool has_matrix_instructions(const std::string& architecture, DataType type) noexcept;

/// The same for operands of duet::tf32.
bool has_tf32_instructions(const std::string& architecture) noexcept;

/// How many neighbouring elements a thread computes best by ordinary arithmetic: 4 on GPUs, where
/// many threads run at once; on CPUs those of some vector registers, at most 64. A power of two.
int arithmetic_run() noexcept;

}  // namespace duet::vendor
