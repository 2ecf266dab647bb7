#pragma once

namespace hip_on_cuda {

/// Forgets signal memory, which hipExtMallocWithFlags allocates and hipFree frees.
/// @returns whether the address is of such memory
bool forget_signal_memory(const void* address);

}  // namespace hip_on_cuda
