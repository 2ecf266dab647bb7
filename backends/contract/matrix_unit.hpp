#pragma once

// Contract: which types duet::MatrixTile multiplies by instructions (duet/device/matrix.hpp).

#include <string>

#include <duet/data_type.hpp>

namespace duet::vendor {

/// Whether code for a target has matrix instructions for operands of a type. Equal to what the
/// vendor's device header says.
/// @param architecture  as `compile` takes it, or as a device has it
bool has_matrix_instructions(const std::string& architecture, DataType type) noexcept;

/// The same for operands of duet::tf32.
bool has_tf32_instructions(const std::string& architecture) noexcept;

}  // namespace duet::vendor
