#pragma once

#include <duet/device/thread.hpp>

namespace duet {

/// Shared memory for the collective operations of a block; one operation at a time may use it:
///
///     __shared__ duet::BlockScratch<float> scratch;
///     const float sum = duet::block_reduce(scratch, x, duet::ops::Add());
///
/// An operation with a scratch parameter contains one barrier; the caller must provide another
/// barrier before the scratch is used again. An operation without one uses shared memory of its own
/// and ends with that barrier.
/// @tparam T  a trivially copyable type
template <typename T>
struct BlockScratch {
  static_assert(__is_trivially_copyable(T), "what threads exchange must be copyable as bytes");
  /// The largest number of waves in a block.
  static constexpr int waves = 1024 / wave_size;

  /// Storage for one value of each wave. Bytes, since a shared variable cannot have a constructor.
  alignas(alignof(T) < 16 ? 16 : alignof(T)) unsigned char bytes[waves * sizeof(T)];

  /// One value for each wave.
  __device__ T* values() { return reinterpret_cast<T*>(bytes); }
};

namespace detail {

/// Scratch of the operations that have no scratch parameter.
template <typename T>
__device__ __forceinline__ BlockScratch<T>& block_scratch() {
  __shared__ BlockScratch<T> scratch;
  return scratch;
}

/// Number of waves in the block.
/// @tparam threads  as for block_reduce
template <int threads>
__device__ __forceinline__ unsigned waves_in_block() {
  const unsigned count = threads > 0 ? unsigned(threads) : block_threads();
  return (count + unsigned(wave_size) - 1) / unsigned(wave_size);
}

/// Whether every wave of the block is complete.
template <int threads>
__device__ __forceinline__ bool has_whole_waves() {
  return (threads > 0 ? unsigned(threads) : block_threads()) % unsigned(wave_size) == 0;
}

/// The value that a lane reads if each of `width` lanes reads that of one wave. Surplus lanes get
/// the last one.
template <int width, typename T>
__device__ __forceinline__ T value_of_lane(const T* waves, unsigned count) {
  const unsigned last = count - 1, lane = vendor::lane() % unsigned(width);
  return waves[lane < last ? lane : last];
}

/// Whether and how the lanes of a wave combine the values of all waves together, one value for each
/// lane, instead of every lane combining all. That is less work if there are more waves than `few`,
/// and needs complete waves.
template <int threads, int few>
struct LanesCombineWaves {
  static constexpr int count = threads / wave_size;
  static constexpr bool value =
      vendor::has_fast_shuffles && threads % wave_size == 0 && count > few;
  /// Number of lanes that take part, a power of two.
  static constexpr int width = count > 16 ? 32 : count > 8 ? 16 : 8;

  /// The value of this lane.
  template <typename T>
  static __device__ __forceinline__ T own(const T* waves) {
    return value_of_lane<width>(waves, count);
  }
};

/// Combines the values of all waves in their order.
template <int threads, typename T, typename Op>
__device__ __forceinline__ T combine_waves(const T* waves, Op op) {
  T all = waves[0];
  for (unsigned wave = 1; wave < waves_in_block<threads>(); ++wave) all = T(op(all, waves[wave]));
  return all;
}

}  // namespace detail
}  // namespace duet
