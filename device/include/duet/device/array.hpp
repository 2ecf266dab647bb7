#pragma once

#include <duet/device/integers.hpp>

namespace duet {

/// A fixed-size array with the layout of std::array, which is what the host passes for it: shapes
/// and strides as kernel arguments.
template <typename T, int N>
struct array {
  static_assert(N > 0, "an empty array cannot be a kernel argument");
  T values[N];  ///< in order

  __host__ __device__ constexpr T& operator[](int i) { return values[i]; }
  __host__ __device__ constexpr const T& operator[](int i) const { return values[i]; }
  /// The number of elements.
  __host__ __device__ static constexpr int size() { return N; }
};

}  // namespace duet
