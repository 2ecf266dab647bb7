#pragma once

// Functions and types of PyTorch's headers for kernels, apart from accessors and numbers.

#include <duet/device/atomic.hpp>
#include <duet/device/wave.hpp>
#include <duet/spelling/lanes.hpp>
#include <duet/spelling/std/limits.hpp>
#include <duet/spelling/std/type_traits.hpp>

namespace c10 {
struct Half;
struct BFloat16;
}  // namespace c10

namespace at {

/// The least and greatest values: of floating-point types also the infinities.
template <typename T>
struct numeric_limits {
  __host__ __device__ static T lowest() { return ::std::numeric_limits<T>::lowest(); }
  __host__ __device__ static T max() { return ::std::numeric_limits<T>::max(); }
  __host__ __device__ static T lower_bound() {
    return ::std::numeric_limits<T>::has_infinity ? T(-::std::numeric_limits<T>::infinity())
                                                  : lowest();
  }
  __host__ __device__ static T upper_bound() {
    return ::std::numeric_limits<T>::has_infinity ? ::std::numeric_limits<T>::infinity() : max();
  }
};

template <typename T>
__host__ __device__ inline T ceil_div(T a, T b) {
  return (a + b - 1) / b;
}
namespace cuda {
template <typename T>
__host__ __device__ inline T ATenCeilDiv(T a, T b) {
  return ceil_div(a, b);
}
}  // namespace cuda

/// The type in which sums of numbers of a type are kept.
template <typename T, bool is_cuda = true>
struct AccumulateType {
  using type = ::std::conditional_t<::std::is_integral<T>::value, long long,
                                    ::std::conditional_t<(sizeof(T) < sizeof(float)), float, T>>;
};
template <typename T, bool is_cuda = true>
using acc_type = typename AccumulateType<T, is_cuda>::type;
template <typename T>
struct OpMathType {
  using type =
      ::std::conditional_t<!::std::is_integral<T>::value && (sizeof(T) < sizeof(float)), float, T>;
};
template <typename T>
using opmath_type = typename OpMathType<T>::type;

template <typename T>
__device__ inline bool _isnan(T x) {
  return x != x;
}

namespace native {
/// @param count, can_vectorise  of no use here: each number is added for itself
template <typename T, typename I>
__device__ inline void fastAtomicAdd(T* address, I index, I count, T value, bool can_vectorise) {
  (void)count;
  (void)can_vectorise;
  duet::atomic_add(address + index, value);
}
}  // namespace native

}  // namespace at

template <typename T>
__device__ inline T gpuAtomicAdd(T* address, duet::detail::not_deduced<T> value) {
  return duet::atomic_add(address, value);
}
template <typename T>
__device__ inline void gpuAtomicAddNoReturn(T* address, duet::detail::not_deduced<T> value) {
  duet::atomic_add(address, value);
}

template <typename T>
__device__ inline T gpuAtomicMul(T* address, duet::detail::not_deduced<T> value) {
  return duet::atomic_update(address, [=](T stored) { return T(stored * value); });
}
/// Not a number wins.
template <typename T>
__device__ inline T gpuAtomicMax(T* address, duet::detail::not_deduced<T> value) {
  return duet::atomic_update(
      address, [=](T stored) { return at::_isnan(value) || stored < value ? value : stored; });
}
template <typename T>
__device__ inline T gpuAtomicMin(T* address, duet::detail::not_deduced<T> value) {
  return duet::atomic_update(
      address, [=](T stored) { return at::_isnan(value) || value < stored ? value : stored; });
}
/// Of PyTorch's numbers, and of integers that CUDA's function does not take. Kernels' own functions
/// of the name are preferred.
template <typename T>
constexpr bool duet_adds_for_torch = ::std::is_same_v<T, c10::Half> ||
                                     ::std::is_same_v<T, c10::BFloat16> || sizeof(T) == 1 ||
                                     ::std::is_same_v<T, long long> || ::std::is_same_v<T, long> ||
                                     ::std::is_same_v<T, short>;
template <typename T, typename = ::std::enable_if_t<duet_adds_for_torch<T>>>
__device__ inline T atomicAdd(T* address, duet::detail::not_deduced<T> value) {
  return duet::atomic_add(address, value);
}

#define CUDA_KERNEL_LOOP_TYPE(i, n, index_type)                                                \
  for (index_type i = static_cast<index_type>(blockIdx.x) * blockDim.x + threadIdx.x; i < (n); \
       i += static_cast<index_type>(blockDim.x) * gridDim.x)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)

#ifndef DUET_SPELLING_HAS_TORCH_WARPS
// Of values of any trivially copyable type: complex numbers, too.
#define DUET_SPELLING_TORCH_SHUFFLE(name, function, number)                                  \
  template <typename T>                                                                      \
  __device__ inline T name(T value, number n, int width = 32, unsigned lanes = 0xffffffff,   \
                           duet::vendor::Place place = duet::vendor::here()) {               \
    return duet::vendor::function(duet::spelling::wave_mask(lanes), value, n, width, place); \
  }
DUET_SPELLING_TORCH_SHUFFLE(WARP_SHFL_XOR, shuffle_xor, int)
DUET_SPELLING_TORCH_SHUFFLE(WARP_SHFL, shuffle, int)
DUET_SPELLING_TORCH_SHUFFLE(WARP_SHFL_DOWN, shuffle_down, unsigned)
DUET_SPELLING_TORCH_SHUFFLE(WARP_SHFL_UP, shuffle_up, unsigned)
#undef DUET_SPELLING_TORCH_SHUFFLE
__device__ inline unsigned WARP_BALLOT(int predicate, unsigned lanes = 0xffffffff,
                                       duet::vendor::Place place = duet::vendor::here()) {
  return duet::spelling::warp_mask(
      duet::vendor::ballot(duet::spelling::wave_mask(lanes), predicate != 0, place));
}
#endif
