#pragma once

#include <cstddef>
#include <span>

namespace hip_on_cuda {

/// Returns the cubin inside an image for `hipModuleLoadData`: a code object that this library
/// wrote, or an offload bundle that contains one for the device.
/// @throws Failure with the error of HIP 5.2 for other images
std::span<const std::byte> cubin_of(const void* image);

}  // namespace hip_on_cuda
