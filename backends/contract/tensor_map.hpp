#pragma once

// Contract: maps of matrices for a device's copy engine (duet/device/tensor_map.hpp).

#include <cstdint>
#include <string>

#include <duet/data_type.hpp>

#include "vendor_check.hpp"

namespace duet::vendor {

/// Matrices of one shape as a tensor, in elements. Neighbours in a row are adjacent in memory.
struct TensorBox {
  DataType type;
  const void* data;          ///< a multiple of 16 bytes
  std::uint64_t extents[3];  ///< of a row, of rows, of matrices
  std::uint64_t strides[2];  ///< of rows, of matrices; multiples of 16 bytes
  std::uint32_t box[2];      ///< what a copy moves: elements of a row (128 bytes), rows
  bool is_tf32 = false;      ///< copies round floats to TF32
};

/// Whether the device has a copy engine for tensors, and the driver makes maps for it.
bool has_tensor_maps(DeviceHandle device) noexcept;

/// Whether code for a target may use that engine.
/// @param architecture  as `compile` takes it, or as a device has it
bool copies_tensors(const std::string& architecture) noexcept;

/// The target of `compile` for which block products use the copy engine and the warpgroups' matrix
/// unit, if the device and the driver have them; else null. Static storage.
const char* warpgroup_architecture(DeviceHandle device) noexcept;

/// Writes the map, of 128 bytes at a multiple of 64. Called if the device `has_tensor_maps`.
void encode_tensor_map(void* map, const TensorBox& box);

}  // namespace duet::vendor
