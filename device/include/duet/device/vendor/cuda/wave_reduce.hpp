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

/// The instruction that combines a wave's values of type int or unsigned by Op.
template <typename Op>
struct ReduceInstruction {
  static constexpr bool exists = false;
};

#if __CUDA_ARCH__ >= 800
#define DUET_CUDA_REDUCTION(Op, function, neutral)        \
  template <>                                             \
  struct ReduceInstruction<ops::Op> {                     \
    static constexpr bool exists = true;                  \
    /* Of the lanes in the mask, all of which call it. */ \
    template <typename T>                                 \
    static __device__ T of(lane_mask lanes, T value) {    \
      return T(function(lanes, value));                   \
    }                                                     \
    template <typename T>                                 \
    static __device__ T identity() {                      \
      return T(neutral);                                  \
    }                                                     \
  };
DUET_CUDA_REDUCTION(Add, __reduce_add_sync, 0)
DUET_CUDA_REDUCTION(Minimum, __reduce_min_sync, T(-1) < T(0) ? 0x7fffffffu : 0xffffffffu)
DUET_CUDA_REDUCTION(Maximum, __reduce_max_sync, T(-1) < T(0) ? 0x80000000u : 0u)
DUET_CUDA_REDUCTION(BitwiseAnd, __reduce_and_sync, 0xffffffffu)
DUET_CUDA_REDUCTION(BitwiseOr, __reduce_or_sync, 0)
DUET_CUDA_REDUCTION(BitwiseXor, __reduce_xor_sync, 0)
#undef DUET_CUDA_REDUCTION
#endif

/// Whether one instruction combines a wave's values of type T by Op.
template <typename T, typename Op>
struct WaveReduction : ReduceInstruction<Op> {
  static constexpr bool exists =
      ReduceInstruction<Op>::exists && (detail::is_same<T, int> || detail::is_same<T, unsigned>);
};

}  // namespace duet::vendor
