#pragma once

// Macros of c10/macros/Macros.h that kernels use.

#define C10_HOST_DEVICE __host__ __device__
#define C10_HOST __host__
#define C10_DEVICE __device__
#define C10_RESTRICT __restrict__
#define C10_ALWAYS_INLINE __forceinline__
#define C10_NOINLINE __noinline__
#define C10_UNUSED
#define C10_USED
#define C10_NODISCARD
#define C10_LIKELY(condition) (condition)
#define C10_UNLIKELY(condition) (condition)
#define C10_ALWAYS_INLINE_ATTRIBUTE
#define C10_WARP_SIZE 32
#define C10_MAX_THREADS_PER_BLOCK(threads) (threads)
#define C10_MIN_BLOCKS_PER_SM(threads, blocks) (blocks)
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define TORCH_CHECK(condition, ...) assert(condition)
#define TORCH_INTERNAL_ASSERT(condition, ...) assert(condition)
#define CUDA_KERNEL_ASSERT(...) assert((__VA_ARGS__))
#define CUDA_KERNEL_ASSERT_MSG(condition, message) assert(condition)
/// Prints the message of a condition that is false.
#define CUDA_KERNEL_ASSERT_PRINTF(condition, ...) \
  do {                                            \
    if (!(condition)) {                           \
      printf(__VA_ARGS__);                        \
      assert(condition);                          \
    }                                             \
  } while (0)
