#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace amd_emulator::test {

/// Whether clang-19 is installed, which compiles for targets that hiprtc does not know.
bool has_clang();

/// Compiles kernels for one target. A header that the tests have declares threadIdx, blockIdx,
/// blockDim, gridDim, __syncthreads and some atomicAdd.
/// @param lanes  of a wave: 32 or 64
/// @throws std::runtime_error with what the compiler printed
std::vector<std::byte> compile_with_clang(const std::string& processor, unsigned lanes,
                                          const std::string& source);

}  // namespace amd_emulator::test
