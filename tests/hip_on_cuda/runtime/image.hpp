#pragma once

#include <cstddef>
#include <span>

namespace hip_on_cuda {

/// The cubin that an image for `hipModuleLoadData` holds: a code object of this library's, or an
/// offload bundle with one for the device.
/// @throws Failure with what HIP 5.2 reports of another image
std::span<const std::byte> cubin_of(const void* image);

}  // namespace hip_on_cuda
