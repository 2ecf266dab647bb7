#pragma once

#include <duet/device/integers.hpp>

namespace duet {

/// A matrix in global memory as the copy engine of a device sees it: address, extents, strides, and
/// the box that one copy moves. The host makes it (duet::MatrixProduct does); kernels pass it on.
/// All zeros where a device has no such engine.
struct alignas(64) TensorMap {
  uint64_t words[16];  ///< In the device's own form.
};
static_assert(sizeof(TensorMap) == 128, "a map has 128 bytes");

}  // namespace duet
