#pragma once

#include <duet/device/thread.hpp>

namespace duet {

/// Shared memory for operations of a block, of which one at a time may use it:
///
///   __shared__ duet::BlockScratch<float> scratch;
///   const float sum = duet::block_reduce(scratch, x, duet::ops::Add());
///
/// An operation that is given its scratch has one barrier and leaves it to the caller that there is
/// another before the scratch is used again. Those without use one of their own, and end with that
/// barrier.
template <typename T>
struct BlockScratch {
  static_assert(__is_trivially_copyable(T), "what threads exchange must be copyable as bytes");
  /// The most waves that a block can have.
  static constexpr int waves = 1024 / wave_size;

  /// Bytes, since a shared variable cannot have a constructor.
  alignas(alignof(T) < 16 ? 16 : alignof(T)) unsigned char bytes[waves * sizeof(T)];

  /// One value a wave.
  __device__ T* values() { return reinterpret_cast<T*>(bytes); }
};

namespace detail {

/// For operations that are not given any.
template <typename T>
__device__ __forceinline__ BlockScratch<T>& block_scratch() {
  __shared__ BlockScratch<T> scratch;
  return scratch;
}

/// @tparam threads  as for block_reduce
template <int threads>
__device__ __forceinline__ unsigned waves_in_block() {
  const unsigned count = threads > 0 ? unsigned(threads) : block_threads();
  return (count + unsigned(wave_size) - 1) / unsigned(wave_size);
}

/// How the lanes of a wave, each with the value of one wave, combine them together, instead of each
/// lane all of them. That is less work where there are more waves than `few`, and takes whole ones.
template <int threads, int few>
struct LanesCombineWaves {
  static constexpr int count = threads / wave_size;
  static constexpr bool value =
      vendor::has_fast_shuffles && threads % wave_size == 0 && count > few;
  /// How many lanes work on it, a power of two.
  static constexpr int width = count > 16 ? 32 : count > 8 ? 16 : 8;

  /// For this lane. Lanes that are too many get the last one.
  template <typename T>
  static __device__ __forceinline__ T own(const T* waves) {
    constexpr unsigned last = unsigned(count) - 1;
    const unsigned lane = vendor::lane() % unsigned(width);
    return waves[lane < last ? lane : last];
  }
};

/// The values of all waves, combined in their order.
template <int threads, typename T, typename Op>
__device__ __forceinline__ T combine_waves(const T* waves, Op op) {
  T all = waves[0];
  for (unsigned wave = 1; wave < waves_in_block<threads>(); ++wave) all = T(op(all, waves[wave]));
  return all;
}

}  // namespace detail
}  // namespace duet
