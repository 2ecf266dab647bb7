#pragma once

#include <cuda.h>

namespace hip_on_cuda {

inline CUdeviceptr to_cuda(const void* address) noexcept {
  return reinterpret_cast<CUdeviceptr>(address);
}
inline void* from_cuda(CUdeviceptr address) noexcept { return reinterpret_cast<void*>(address); }

}  // namespace hip_on_cuda
