#pragma once

// The carry of additions and subtractions that PTX statements of different functions hand on.

#include <duet/spelling/ptx/numbers.hpp>

namespace duet::ptx {

/// A bit of each thread of the block.
struct ThreadCarry {
  static __device__ inline bool& bit() {
    __shared__ bool bits[1024];
    return bits[threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)];
  }
};

template <typename Word>
__device__ inline Word add_carrying(Word a, Word b, ThreadCarry, bool takes, bool gives) {
  return add_carrying(a, b, ThreadCarry::bit(), takes, gives);
}
template <typename Word>
__device__ inline Word subtract(Word a, Word b, ThreadCarry, bool takes, bool gives) {
  return subtract(a, b, ThreadCarry::bit(), takes, gives);
}

}  // namespace duet::ptx

// Functions with several such statements have a variable of this name.
constexpr duet::ptx::ThreadCarry duet_carry{};
