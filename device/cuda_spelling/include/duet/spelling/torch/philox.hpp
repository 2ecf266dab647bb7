#pragma once

// The state of PyTorch's generator that kernels get.

#include <duet/spelling/std/tuple.hpp>

namespace at {

struct PhiloxCudaState {
  union Payload {
    uint64_t val;
    int64_t* ptr;
  };
  Payload seed_{};
  Payload offset_{};
  uint32_t offset_intragraph_ = 0;
  bool captured_ = false;  ///< whether the payloads are pointers

  PhiloxCudaState() = default;
  __host__ __device__ PhiloxCudaState(uint64_t seed, uint64_t offset) {
    seed_.val = seed;
    offset_.val = offset;
  }
  __host__ __device__ PhiloxCudaState(int64_t* seed, int64_t* offset, uint32_t offset_in_graph)
      : offset_intragraph_(offset_in_graph), captured_(true) {
    seed_.ptr = seed;
    offset_.ptr = offset;
  }
};

namespace cuda::philox {

/// @returns the seed and the offset
__host__ __device__ inline ::std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState state) {
  if (!state.captured_) return {state.seed_.val, state.offset_.val};
  return {uint64_t(*state.seed_.ptr), uint64_t(*state.offset_.ptr) + state.offset_intragraph_};
}

}  // namespace cuda::philox
}  // namespace at
