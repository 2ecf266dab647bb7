#pragma once

#include <cuda.h>

#include <duet/shape.hpp>

namespace duet::cuda {

/// The driver's form of a window.
CUaccessPolicyWindow to_cuda(const L2Window& window) noexcept;

}  // namespace duet::cuda
