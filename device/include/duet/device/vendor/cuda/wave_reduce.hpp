#pragma once

#include <duet/device/detail/type_traits.hpp>

namespace duet::ops {
struct Add;
struct Minimum;
struct Maximum;
struct BitwiseAnd;
struct BitwiseOr;
struct BitwiseXor;
}  // namespace duet::ops

namespace duet::vendor {

/// Whether one instruction combines a wave's values of type T by Op.
template <typename T, typename Op>
struct WaveReduction {
  static constexpr bool exists = false;
};

#if __CUDA_ARCH__ >= 800
#define DUET_CUDA_REDUCTION(T, Op, function)                                               \
  template <>                                                                              \
  struct WaveReduction<T, ops::Op> {                                                       \
    static constexpr bool exists = true;                                                   \
    /* For each of these lanes, all of which must come to it. */                           \
    static __device__ T of(lane_mask lanes, T value) { return T(function(lanes, value)); } \
  };
DUET_CUDA_REDUCTION(int, Add, __reduce_add_sync)
DUET_CUDA_REDUCTION(unsigned, Add, __reduce_add_sync)
DUET_CUDA_REDUCTION(int, Minimum, __reduce_min_sync)
DUET_CUDA_REDUCTION(unsigned, Minimum, __reduce_min_sync)
DUET_CUDA_REDUCTION(int, Maximum, __reduce_max_sync)
DUET_CUDA_REDUCTION(unsigned, Maximum, __reduce_max_sync)
DUET_CUDA_REDUCTION(int, BitwiseAnd, __reduce_and_sync)
DUET_CUDA_REDUCTION(unsigned, BitwiseAnd, __reduce_and_sync)
DUET_CUDA_REDUCTION(int, BitwiseOr, __reduce_or_sync)
DUET_CUDA_REDUCTION(unsigned, BitwiseOr, __reduce_or_sync)
DUET_CUDA_REDUCTION(int, BitwiseXor, __reduce_xor_sync)
DUET_CUDA_REDUCTION(unsigned, BitwiseXor, __reduce_xor_sync)
#undef DUET_CUDA_REDUCTION
#endif

}  // namespace duet::vendor
